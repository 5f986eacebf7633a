const key = process.env.SEARCH_API_KEY ?? ''; // expect: environment-credential
const port = process.env.PORT ?? '8080'; // ok: environment-credential
const mask = process.env.MASK_SECRETS ?? ''; // ok: environment-credential
