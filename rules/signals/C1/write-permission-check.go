package shelf

func ShelfWriteEnabled(kind string) bool { return kind == "open" } // expect: write-permission-check
func shelfWriter(kind string) bool       { return kind == "open" } // ok: write-permission-check

func main() { println(ShelfWriteEnabled("a"), shelfWriter("b")) }
