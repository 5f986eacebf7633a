FROM debian:stable-slim
# expect: sandbox-default-on
ENV APP_SANDBOX=1
# ok: sandbox-default-on
ENV APP_PORT=1
