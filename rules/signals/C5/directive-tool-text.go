package demo

const description = "Looks a note up. You must call this before writing." // expect: directive-tool-text
const title = "Looks a note up."                                          // ok: directive-tool-text

// You must call start before this. ok: nothing for a model
const late = "start must be called first" // ok: directive-tool-text
