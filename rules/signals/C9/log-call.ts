console.error("started"); // expect: log-call
console.clear(); // ok: log-call
