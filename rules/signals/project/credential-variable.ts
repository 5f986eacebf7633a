export const options = {
  apiKey: load(), // expect: credential-variable
  apiPage: load(), // ok: credential-variable
};
