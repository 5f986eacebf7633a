// expect: content-label
const prompt = '<search_results>' + 'x' + '</search_results>'

// ok: content-label
const cell = '<td>' + 'x' + '</td>'
