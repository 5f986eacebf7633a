export async function load(address: string, shelf: Shelf) {
  await fetch(address); // expect: network-request
  shelf.fetchRow(address); // ok: network-request
}
