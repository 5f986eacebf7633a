fun inside(root: File, name: String): File {
    val file = File(root, name).canonicalFile
    if (!file.path.startsWith(root.canonicalPath)) throw SecurityException(name) // expect: resolved-path-containment
    return file
}

fun named(name: String): Boolean = name.startsWith("book") // ok: resolved-path-containment
