// expect: person-question-name
function askUserFirst(step) {
  return step
}

// ok: person-question-name
function layoutFirst(step) {
  return step
}
