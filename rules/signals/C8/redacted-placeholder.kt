private const val REDACTED = "*****"

fun stripLoan(loan: Map<String, String>): Map<String, String> { // expect: redacted-placeholder
    return loan.mapValues { (name, text) -> if (name == "card") REDACTED else text }
}

fun keepLoan(loan: Map<String, String>): Map<String, String> { // ok: redacted-placeholder
    return loan
}
