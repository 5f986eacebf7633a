export const open = (puppeteer: Driver, folder: string) => puppeteer.launch({
  userDataDir: folder, // expect: browser-profile
  dumpio: true, // ok: browser-profile
});
