public class Asks {
  public bool RequestApproval(string action) { return false; } // expect: approval-function
  public bool RequestShelf(string action) { return false; } // ok: approval-function
}
