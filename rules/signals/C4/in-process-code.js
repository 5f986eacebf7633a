function compute(source, pattern) {
  eval(source); // expect: in-process-code
  pattern.exec(source); // ok: in-process-code
}

module.exports = { compute };
