# expect: container-image
FROM debian:stable-slim
# ok: container-image
RUN true
