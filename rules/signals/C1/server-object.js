const http = require("http");

http.createServer(() => {}).listen(80); // expect: server-object
http.get("http://example.org"); // ok: server-object
