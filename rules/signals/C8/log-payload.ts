export function answer(response: string) {
  console.log(response); // expect: log-payload
  console.log("answer", { size: response.length, response }); // ok: log-payload
  console.log("done"); // ok: log-payload
}
