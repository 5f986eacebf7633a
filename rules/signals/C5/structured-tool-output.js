function handleSearch(rows) {
  return JSON.stringify(rows); // expect: structured-tool-output
}
function read(text) { return JSON.parse(text); } // ok: structured-tool-output
module.exports = { handleSearch, read };
