public class Runner {
  public async Task Run(string code) {
    await CSharpScript.EvaluateAsync(code); // expect: in-process-code
    Eval(code); // ok: in-process-code
  }
}
