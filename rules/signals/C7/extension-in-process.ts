export async function load(file) {
  const words = await import("./words.js"); // ok: extension-in-process
  return await import(file); // expect: extension-in-process
}
export async function ownVersion() {
  const path = join(__dirname, 'version.js');
  return await import(path); // ok: extension-in-process
}
