keep({ trustLevel: 1 }); // expect: memory-origin
keep({ colour: 1 }); // ok: memory-origin
