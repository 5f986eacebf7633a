import argparse
from typing import Annotated, Optional

import click
import typer

parser = argparse.ArgumentParser()
# setting: cli_option host = "127.0.0.1"
parser.add_argument("--host", default="127.0.0.1")
# setting: cli_option yes = false
parser.add_argument("-y", "--yes", action="store_true")
# setting: cli_option sandbox = true
parser.add_argument("--no-sandbox", action="store_false")
# setting: cli_option telemetry = true
parser.add_argument("--quiet", dest="telemetry", action="store_false")
# setting: cli_option max_turns = 10
parser.add_argument("--max-turns", type=int, default=10, help="rounds")
# setting: cli_option confirm = null
parser.add_argument("--confirm", action=argparse.BooleanOptionalAction)


@click.command()
@click.option("--unsafe", is_flag=True)  # setting: cli_option unsafe = false
@click.option("--level", default=2, show_default=True)  # setting: cli_option level = 2
@click.option("--color/--plain", default=True)  # setting: cli_option color = true
@click.option("-v", count=True)  # setting: cli_option v = null
def main(unsafe, level, color, v):
    pass


app = typer.Typer()


@app.command()
def serve(
    port: int = typer.Option(8000, "--port"),  # setting: cli_option port = 8000
    public: Annotated[bool, typer.Option("--public")] = False,  # setting: cli_option public = false
    name: Optional[str] = typer.Option(None),  # setting: cli_option name = null
):
    pass
