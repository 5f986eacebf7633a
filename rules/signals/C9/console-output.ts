process.stdout.write("step one"); // expect: console-output
process.stdout.end("step one"); // ok: console-output
