store({ approvedBy: who }); // expect: record-actor
store({ colour: who }); // ok: record-actor
