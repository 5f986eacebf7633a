System.cmd("sh", ["-lc", line]) # expect: host-process
System.get_env("HOME") # ok: host-process
