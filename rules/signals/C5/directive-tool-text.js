module.exports.description = 'Always use this to look up notes.'; // expect: directive-tool-text
module.exports.title = 'Looks a note up.'; // ok: directive-tool-text
