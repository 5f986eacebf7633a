int a = system(line); // expect: host-process
int b = ecosystem(line); // ok: host-process
