export async function start(driver: Driver) {
  await driver.launch({ args: ["--no-sandbox"] }); // expect: browser-sandbox-off
  await driver.launch({ args: ["--mute-audio"] }); // ok: browser-sandbox-off
}
