import os

from decouple import config
from environs import Env

# setting: environment port = "8080"
port = os.getenv("PORT", "8080")
# setting: environment api_key = null
key = os.environ["API_KEY"]
# setting: environment mode = "safe"
mode = os.environ.get("MODE", "safe")
# setting: environment region = "eu"
region = os.getenv("REGION") or "eu"
# setting: environment debug = false
debug = config("DEBUG", default=False, cast=bool)
env = Env()
# setting: environment workers = 4
workers = env.int("WORKERS", 4)
# setting: environment allow_all = "false"
allow = os.environ.get("ALLOW_ALL", "false").lower() == "true"
# setting: environment tz = "UTC"
os.environ.setdefault("TZ", "UTC")
# setting: environment token = null
token = os.getenv("TOKEN")
# setting: environment budget = "10"
budget = int(os.getenv("BUDGET", "10"))


def env_bool(name, default=False):
    return os.getenv(name, str(default)).lower() in ("1", "true")


# setting: environment telemetry = true
telemetry = env_bool("TELEMETRY", True)
