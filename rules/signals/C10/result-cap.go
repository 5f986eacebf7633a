package out

const MaxRows = 200 // expect: result-cap
const minRows = 1 // ok: result-cap
