export function trackUsage(desk: Desk) { // expect: record-word
  trace(`Invoking ${desk.name}`); // expect: record-word
  desk.open('page'); // ok: record-word
}
