import attr
from attrs import define, field
from dataclasses import dataclass
from dataclasses import field as dc_field
from pydantic import BaseModel, Field
from pydantic_settings import BaseSettings


# setting: parameter timeout = 30
# setting: parameter dry_run = true
def run(command, timeout=30, *, dry_run: bool = True):
    return command


class Client:
    # setting: parameter base_url = "https://example.org"
    # setting: parameter retries = 3
    def __init__(self, base_url: str = "https://example.org", retries: int = 3):
        self.verify = False  # setting: field verify = false


@dataclass
class Config:
    max_steps: int = 25  # setting: field max_steps = 25
    allowed: list[str] = dc_field(default_factory=list)  # setting: field allowed = []
    mode: str = dc_field(default="ask")  # setting: field mode = "ask"


class Options(BaseModel):
    auto_approve: bool = False  # setting: field auto_approve = false
    limit: int = Field(default=50, le=100)  # setting: field limit = 50
    root: str | None = None  # setting: field root = null


class Settings(BaseSettings):
    sandbox_enabled: bool = Field(True, description="d")  # setting: field sandbox_enabled = true


@define
class Attrs:
    depth: int = field(default=2)  # setting: field depth = 2
    strict: bool = True  # setting: field strict = true


@attr.s
class OldAttrs:
    width = attr.ib(default=80)  # setting: field width = 80


# setting: constant max_bytes = 1048576
MAX_BYTES = 1024 * 1024
# setting: constant denied = ["rm", "dd"]
DENIED = ["rm", "dd"]
# setting: constant defaults = {ask: true, level: 2}
DEFAULTS = {"ask": True, "level": 2}
# setting: argument shell = true
result = subprocess.run("ls", shell=True)
# setting: config_key sandbox = "docker"
kind = settings.get("sandbox", "docker")
