store({ approvedBy: who }); // expect: record-actor
store({ colour: who }); // ok: record-actor

desk.listRecords({ userId: who }); // ok: record-actor
