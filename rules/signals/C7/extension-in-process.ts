export async function load(file) {
  const words = await import("./words.js"); // ok: extension-in-process
  return await import(file); // expect: extension-in-process
}

export async function version(): Promise<string> {
  const place = join(__dirname, "..", "version.js");
  const own = await import(place); // ok: extension-in-process
  return own.VERSION;
}

export async function addOn(name: string) {
  const place = join(folder, name);
  return await import(place); // expect: extension-in-process
}

export async function words() {
  const own = new URL("./words.js", import.meta.url).href;
  return await import(own); // ok: extension-in-process
}

export const done = (count: number) => `Found ${count} import(s).`; // ok: extension-in-process
