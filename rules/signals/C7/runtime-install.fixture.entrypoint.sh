#!/bin/sh
pip install shelf-driver  # expect: runtime-install
exec shelf serve  # ok: runtime-install
