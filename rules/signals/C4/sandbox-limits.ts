export function build(Isolate: IsolateClass) {
  const small = new Isolate({ memoryLimit: 64 }); // expect: sandbox-limits
  const plain = new Isolate({ inspector: true }); // ok: sandbox-limits
  return [small, plain];
}
