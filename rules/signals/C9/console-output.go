package run

import "fmt"

func show() {
	fmt.Println("step one") // expect: console-output
	_ = fmt.Sprint("step one") // ok: console-output
}
