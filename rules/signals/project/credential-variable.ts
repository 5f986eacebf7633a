export const options = {
  apiKey: load(), // expect: credential-variable
  apiPage: load(), // ok: credential-variable
};
export const paging = {
  progressToken: step(), // ok: credential-variable
  continuationToken: step(), // ok: credential-variable
};
