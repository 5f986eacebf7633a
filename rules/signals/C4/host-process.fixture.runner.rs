use std::process::Command; // expect: host-process
use clap::Command as Options; // ok: host-process
