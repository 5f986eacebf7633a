from fastapi import FastAPI  # expect: http-server
from fastpix import Fast  # ok: http-server
