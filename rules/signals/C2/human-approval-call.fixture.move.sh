confirm_action "Move the shelf?" # ok: human-approval-call
