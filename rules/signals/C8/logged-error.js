load().catch((err) => console.error(err)); // expect: logged-error
console.error("cannot load"); // ok: logged-error
