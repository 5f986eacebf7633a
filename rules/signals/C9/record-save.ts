export async function step(desk: Desk, book: string) {
  desk.lend(book);
  await desk.saveSession(); // expect: record-save
  await desk.saveBook(book); // ok: record-save
}
