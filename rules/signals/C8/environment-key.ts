const key = process.env.DESK_API_KEY; // expect: environment-key
const home = process.env.DESK_HOME; // ok: environment-key
program.option("--api-key <key>", "the key"); // ok: environment-key
