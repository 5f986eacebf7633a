import subprocess
import sys


def ensure(package):
    subprocess.check_call([sys.executable, "-m", "pip", "install", package])  # expect: runtime-install


def prepare(npm, folder):
    subprocess.run([npm, "install"], cwd=folder)  # expect: runtime-install
    subprocess.run([npm, "run", "build"], cwd=folder)  # ok: runtime-install


def list_packages():
    subprocess.check_call([sys.executable, "-m", "pip", "list"])  # ok: runtime-install
