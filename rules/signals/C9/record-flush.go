package shelf

import "os"

func keep(file *os.File) {
	file.Sync()  // expect: record-flush
	file.Close() // ok: record-flush
}
