use chromiumoxide::Browser; // expect: browser-automation
use browser::Window; // ok: browser-automation
