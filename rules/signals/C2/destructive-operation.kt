fun drop(file: File) {
    file.deleteRecursively() // expect: destructive-operation
    file.readText() // ok: destructive-operation
}
