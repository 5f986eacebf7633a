package desk

// expect: content-label
const prompt = "Tool result: %s"

// ok: content-label
const total = "Total: %s"
