import os

CHOICES = dict(os.environ)  # ok: process-environment
