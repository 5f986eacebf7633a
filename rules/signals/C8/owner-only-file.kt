fun keep(path: Path) {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------")) // expect: owner-only-file
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--")) // ok: owner-only-file
}
