Command::new("bash").arg("-c"); // expect: shell-command
Command::new("make").arg("-c"); // ok: shell-command
