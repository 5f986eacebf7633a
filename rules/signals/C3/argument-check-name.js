// expect: argument-check-name
function checkQuery(query) {
  return query
}

// ok: argument-check-name
function checkHealthUrl(url) {
  return url
}
