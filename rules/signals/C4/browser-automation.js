const { chromium } = require("playwright"); // expect: browser-automation
const play = require("play"); // ok: browser-automation

module.exports = { chromium, play };
