const dotenv = require("dotenv");
dotenv.config(); // expect: dotenv-load
dotenv.parse(text); // ok: dotenv-load
