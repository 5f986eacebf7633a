val token = System.getenv("SHELF_API_KEY") // expect: environment-credential
val mode = System.getenv("SHELF_MODE") // ok: environment-credential
