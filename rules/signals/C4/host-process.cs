Process.Start(line); // expect: host-process
Process.GetCurrentProcess(); // ok: host-process
