const key = process.env.SEARCH_API_KEY || ''; // expect: environment-credential
const home = process.env.HOME || '/'; // ok: environment-credential
