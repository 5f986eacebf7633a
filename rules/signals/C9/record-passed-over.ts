export async function keep(desk: Desk, entry: object) {
  try {
    await desk.recordEvent(entry); // expect: record-passed-over
  } catch (error) {
    console.warn("not kept", error);
  }
}

export async function insist(desk: Desk, entry: object) {
  try {
    await desk.recordEvent(entry); // ok: record-passed-over
  } catch (error) {
    throw error;
  }
}
