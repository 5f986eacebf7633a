System.cmd("sh", ["-lc", line]) # expect: shell-command
System.cmd("make", [line]) # ok: shell-command
