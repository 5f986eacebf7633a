package main

// expect: dotenv-guard
func trustEnvFile(folder string) bool {
	return folder != ""
}

// ok: dotenv-guard
func readEnvFile(folder string) string {
	return folder
}
