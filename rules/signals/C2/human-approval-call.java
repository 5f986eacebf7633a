class Desk {
  boolean confirmAction(String action) {
    int answer = JOptionPane.showConfirmDialog(null, action); // expect: human-approval-call
    JOptionPane.showMessageDialog(null, action); // ok: human-approval-call
    return answer == 0;
  }
}
