export function open(options, folder) {
  options.addArguments("--user-data-dir=/var/pages", folder); // expect: browser-profile
  options.addArguments("--mute-audio"); // ok: browser-profile
}
