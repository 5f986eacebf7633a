private const val REDACTED = "*****" // expect: masking-name

fun show(password: String): String = "<hidden>" // expect: masking-name

fun draw(hidden: Boolean): String = if (hidden) "<b>" else "**" // ok: masking-name
