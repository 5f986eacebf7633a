"""Settings."""

APPROVAL_REQUIRED = True
