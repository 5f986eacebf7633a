export async function load(file) {
  const words = await import("./words.js"); // ok: extension-in-process
  return await import(file); // expect: extension-in-process
}
