class Asks {
  boolean requestApproval(String action) { return false; } // expect: approval-function
  boolean requestShelf(String action) { return false; } // ok: approval-function
}
