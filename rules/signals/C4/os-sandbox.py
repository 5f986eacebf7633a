import subprocess

SERVICE_DISABLE_NSJAIL = True  # expect: os-sandbox
KERNEL_ID = "x"  # ok: os-sandbox
landlocked = False  # ok: os-sandbox


def confined(command):
    subprocess.run(["bwrap", "--unshare-all", *command])  # expect: os-sandbox
    subprocess.run(["bash", *command])  # ok: os-sandbox


def build_nsjail_config(folder):  # expect: os-sandbox
    return {"mount": folder}


def sandbox_execution_count(rows):  # ok: os-sandbox
    return len(rows)
