"""The command line."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from shell_helper import __version__
from shell_helper.agent import Agent, StepLimit
from shell_helper.approval import ApprovalGate, Stopped
from shell_helper.config import ConfigError, load_config
from shell_helper.memory import Memory
from shell_helper.tools import Toolbox
from shell_helper.transcript import Transcript


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="shell-helper", description="An assistant for the terminal.")
    parser.add_argument("task", help="what to do")
    parser.add_argument("--workspace", type=Path, default=None, help="folder to work in")
    parser.add_argument("--max-steps", type=int, default=None, help="most rounds with the model")
    parser.add_argument("--yes", action="store_true", default=False, help="run commands without asking")
    parser.add_argument("--version", action="version", version=__version__)
    return parser


def main(argv: list[str] | None = None) -> int:
    args = build_parser().parse_args(argv)
    try:
        config = load_config(args.workspace)
    except ConfigError as error:
        print(f"shell-helper: {error}", file=sys.stderr)
        return 2
    if args.max_steps is not None:
        config = replace(config, max_steps=max(1, args.max_steps))
    if args.yes:
        print("WARNING: commands of the assistant run without asking you.", file=sys.stderr)
        config = replace(config, ask_before_commands=False)
    transcript = Transcript(config.transcript_dir)
    toolbox = Toolbox(
        config=config,
        gate=ApprovalGate(enabled=config.ask_before_commands),
        memory=Memory(config.memory_file),
        transcript=transcript,
    )
    try:
        print(Agent(config, toolbox).run(args.task))
        return 0
    except Stopped:
        print("stopped", file=sys.stderr)
        return 130
    except StepLimit as error:
        print(f"shell-helper: {error}", file=sys.stderr)
        return 1
    finally:
        transcript.close()
