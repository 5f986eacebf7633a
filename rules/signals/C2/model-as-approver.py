approvals_reviewer = "auto_review"  # expect: model-as-approver
code_reviewer = "alice"  # ok: model-as-approver
