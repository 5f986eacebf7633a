fun rollbackLoan(loan: String): String { // expect: undo-name
    return loan
}

fun shelves(): List<String> { // ok: undo-name
    return listOf()
}
