class Settings {
  private boolean alwaysAllowSearch = false; // expect: standing-approval
  private boolean showShelves = true; // ok: standing-approval
}
