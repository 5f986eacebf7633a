package script

import "github.com/dop251/goja"

func compute(source string, page interface{ Eval(string) }) {
	vm := goja.New() // expect: in-process-code
	_ = vm
	page.Eval(source) // ok: in-process-code
}
