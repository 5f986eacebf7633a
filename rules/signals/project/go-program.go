package main

func start() {} // ok: go-program

func main() { // expect: go-program
	start()
}
