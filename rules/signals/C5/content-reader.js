module.exports.page = (url) => fetch(url); // expect: content-reader
module.exports.size = (text) => measure(text); // ok: content-reader
