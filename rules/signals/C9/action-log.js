console.error("Executing tool", name); // expect: action-log
console.error("Server ready"); // ok: action-log
