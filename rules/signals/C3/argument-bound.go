package demo

const maxRows = 100      // expect: argument-bound
const greeting = "hello" // ok: argument-bound
