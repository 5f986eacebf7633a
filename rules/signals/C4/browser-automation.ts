import puppeteer from "puppeteer-core"; // expect: browser-automation
import pupil from "pupil"; // ok: browser-automation

export { puppeteer, pupil };
