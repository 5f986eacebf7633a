module.exports.post = (url, text) => fetch(url, { method: 'POST', body: text }); // expect: outbound-channel
module.exports.show = (text) => console.log(text); // ok: outbound-channel
