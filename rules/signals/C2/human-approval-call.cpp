bool confirm_action(const char *action) {
  int answer = MessageBoxA(nullptr, action, "Sure?", MB_YESNO); // expect: human-approval-call
  note_book(action); // ok: human-approval-call
  return answer == IDYES;
}
