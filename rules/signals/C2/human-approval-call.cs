public class Desk {
  public bool ConfirmAction(string action) {
    var answer = AnsiConsole.Confirm(action); // expect: human-approval-call
    AnsiConsole.WriteLine(action); // ok: human-approval-call
    return answer;
  }
}
