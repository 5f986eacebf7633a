class Runner {
  Object run(String code) {
    return new GroovyShell().evaluate(code); // expect: in-process-code
  }

  Function<String, String> other() {
    return new Function<>() { public String apply(String x) { return x; } }; // ok: in-process-code
  }
}
