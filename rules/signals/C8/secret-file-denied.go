package files

var denied = []string{".netrc"} // expect: secret-file-denied
