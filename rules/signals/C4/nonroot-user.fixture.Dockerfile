FROM debian:stable-slim
# expect: nonroot-user
USER worker
# ok: nonroot-user
USER root
