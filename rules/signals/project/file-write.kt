fun store(file: File) {
    file.writeText("a") // expect: file-write
    file.readText() // ok: file-write
}
