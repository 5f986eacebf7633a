package demo

func operations() bool {
	name := GetEnv("SERVICE_NAME", "false") // ok: write-permission-switch
	return name != "" && GetEnv("ENABLE_SHELF_OPERATIONS", "false") == "true" // expect: write-permission-switch
}
