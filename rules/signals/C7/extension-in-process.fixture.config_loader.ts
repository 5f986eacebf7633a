export async function readSettings(file: string) {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(__filename, {}); // ok: extension-in-process
  return jiti.import(file);
}
