fun checkLoanPermission(reader: String): Boolean { // expect: authority-name
    return reader.isNotEmpty()
}

fun shelves(): List<String> { // ok: authority-name
    return listOf()
}
