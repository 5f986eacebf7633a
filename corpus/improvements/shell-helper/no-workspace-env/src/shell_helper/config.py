"""Settings: defaults, the user's config file, the environment, the command line; later ones win."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

HOME_DIR = Path.home() / ".shell-helper"
CONFIG_FILE = HOME_DIR / "config.toml"


@dataclass(frozen=True)
class Config:
    workspace: Path = field(default_factory=Path.cwd)
    model: str = "gpt-4o-mini"
    max_steps: int = 20
    command_timeout: float = 60.0
    ask_before_commands: bool = True
    memory_file: Path = HOME_DIR / "memory.md"
    transcript_dir: Path = HOME_DIR / "transcripts"


class ConfigError(Exception):
    """A setting that cannot be used."""


def load_config(workspace: Path | None = None) -> Config:
    """The settings for a session in ``workspace``."""
    config = Config()
    if workspace is not None:
        config = replace(config, workspace=workspace.resolve())
    if CONFIG_FILE.is_file():
        config = _apply_file(config, CONFIG_FILE)
    model = os.environ.get("SHELL_HELPER_MODEL")
    if model:
        config = replace(config, model=model)
    return config


def _apply_file(config: Config, path: Path) -> Config:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from error
    known = {"model": str, "max_steps": int, "command_timeout": float}
    changes = {}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"{path}: unknown setting {key!r}")
        try:
            changes[key] = known[key](value)
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{path}: {key} has a wrong value") from error
    if changes.get("max_steps", 1) < 1:
        raise ConfigError(f"{path}: max_steps must be at least 1")
    return replace(config, **changes)
