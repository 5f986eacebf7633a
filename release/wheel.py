"""Puts the binary into a wheel: a script of the environment, no Python of our own."""

import base64
import hashlib
import os
import sys
import time
import zipfile
from pathlib import Path


def main(binary: str, out: str, version: str, machine: str) -> None:
    root = Path(__file__).resolve().parent.parent
    info = f"depthgauge-{version}.dist-info"
    # A static binary needs no more of a system than any of this family has.
    tag = f"py3-none-manylinux2014_{machine}"
    files = {
        f"depthgauge-{version}.data/scripts/depthgauge": (Path(binary).read_bytes(), 0o755),
        f"{info}/licenses/LICENSE-MIT": ((root / "LICENSE-MIT").read_bytes(), 0o644),
        f"{info}/licenses/LICENSE-APACHE": ((root / "LICENSE-APACHE").read_bytes(), 0o644),
        f"{info}/METADATA": (
            (
                f"Metadata-Version: 2.4\nName: depthgauge\nVersion: {version}\n"
                "Summary: Static defense-in-depth auditor for AI-agent repositories\n"
                "License-Expression: MIT OR Apache-2.0\nRequires-Python: >=3.8\n"
                "Description-Content-Type: text/markdown\n\n" + (root / "README.md").read_text()
            ).encode(),
            0o644,
        ),
        f"{info}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: depthgauge\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
            0o644,
        ),
    }
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, (data, _) in files.items())
    files[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), 0o644)
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "315532800")), 315532800))[:6]
    target = Path(out) / f"depthgauge-{version}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, (data, mode) in files.items():
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


main(*sys.argv[1:])
