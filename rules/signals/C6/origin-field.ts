keep({ sourceType: "desk" }); // expect: origin-field
keep({ colour: 1 }); // ok: origin-field
