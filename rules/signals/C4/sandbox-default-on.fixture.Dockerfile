FROM debian:stable-slim
# expect: sandbox-default-on
ENV APP_SANDBOX=1
# ok: sandbox-default-on
ENV APP_PORT=1
ENV APP_HOME=/app \
    # expect: sandbox-default-on
    APP_SANDBOX=1
# ok: sandbox-default-on
ENV APP_SANDBOX_COLOR=red
