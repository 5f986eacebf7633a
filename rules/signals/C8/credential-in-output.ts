export function connect(apiKey: string, name: string) {
  // expect: credential-in-output
  console.log("connecting with", apiKey);
  // ok: credential-in-output
  console.log("connecting as", name);
}
