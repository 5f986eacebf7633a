import * as cheerio from "cheerio"; // expect: content-fetch
import cherry from "cherry"; // ok: content-fetch

export { cheerio, cherry };
