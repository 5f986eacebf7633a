// expect: tool-setting-name
function selectDeskTools(names) {
  return names
}

// ok: tool-setting-name
function selectColumns(names) {
  return names
}
