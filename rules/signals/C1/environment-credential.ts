const key = process.env.SEARCH_API_KEY ?? ''; // expect: environment-credential
const port = process.env.PORT ?? '8080'; // ok: environment-credential
const mask = process.env.MASK_SECRETS ?? ''; // ok: environment-credential
const probe = process.env.DESK_TEST_API_KEY ?? ''; // ok: environment-credential
const cookie = process.env.COOKIE_SECRET ?? ''; // ok: environment-credential
