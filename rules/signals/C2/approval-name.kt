fun confirmLoan(book: String): Boolean { // expect: approval-name
    return book.isNotEmpty()
}

fun shelves(): List<String> { // ok: approval-name
    return listOf()
}
