console.log("request", payload); // expect: payload-logged
console.log("request done"); // ok: payload-logged
