suspend fun confirmAction(action: String): Boolean {
    val answer = JOptionPane.showConfirmDialog(null, action) // expect: human-approval-call
    JOptionPane.showMessageDialog(null, action) // ok: human-approval-call
    return answer == 0
}
