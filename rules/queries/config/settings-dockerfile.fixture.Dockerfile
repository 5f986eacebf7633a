# setting: container from = "python:3.12"
FROM python:3.12
# setting: container mode = "safe"
# setting: container level = 2
ENV MODE=safe LEVEL=2
# setting: container token = null
ARG TOKEN
# setting: container old = "style"
ENV OLD style
# setting: container user = "agent"
USER agent
# setting: container cmd = "[\"agent\", \"serve\"]"
CMD ["agent", "serve"]
