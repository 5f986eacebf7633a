import logging

h = logging.FileHandler("run.log")  # expect: log-file
s = logging.StreamHandler()  # ok: log-file
