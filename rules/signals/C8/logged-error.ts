export async function load(path: string) {
  try {
    return await fetch(path);
  } catch (error) {
    console.error("cannot load", error); // expect: logged-error
    console.error("cannot load"); // ok: logged-error
    console.error(`cannot load: ${String(error)}`); // expect: logged-error
  }
}
