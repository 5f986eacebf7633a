package demo

import "encoding/json"

func handleSearch(rows []string) ([]byte, error) {
	return json.Marshal(rows) // expect: structured-tool-output
}

func read(b []byte, rows *[]string) error {
	return json.Unmarshal(b, rows) // ok: structured-tool-output
}
