// expect: tool-choice-words
val enabledTools = listOf("cup")
// ok: tool-choice-words
val kettles = listOf("cup")
