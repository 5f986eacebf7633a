export function answer(messages: object[], output: string) {
  messages.push({
    role: "tool",
    content: output, // expect: tool-result-text
  });
}

export function finish(messages: object[]) {
  messages.push({
    role: "tool",
    content: "Done.", // ok: tool-result-text
  });
}
