import pytest

from shell_helper.approval import ApprovalGate, Stopped
from shell_helper.transcript import redact


def gate(answer):
    return ApprovalGate(read=lambda question: answer)


@pytest.mark.parametrize("answer, expected", [("y", True), ("yes", True), ("", False), ("maybe", False)])
def test_only_a_clear_yes_counts(answer, expected):
    assert gate(answer).confirm_command("ls", ".") is expected


def test_quit_ends_the_session():
    with pytest.raises(Stopped):
        gate("q").confirm_command("ls", ".")


def test_keys_are_blanked():
    key = "sk-" + "a1" * 12
    assert key not in redact(f"curl -H {key}")
