module.exports.post = (url, text) => fetch(url, { method: 'POST', body: text }); // expect: outbound-channel
module.exports.show = (text) => console.log(text); // ok: outbound-channel
module.exports.last = (requests) => requests.findLastIndex((r) => r.done); // ok: outbound-channel
module.exports.pass = (queue, text) => queue.sendMessage(text); // ok: outbound-channel
module.exports.tell = (bot, text) => bot.sendMessage(text); // expect: outbound-channel
