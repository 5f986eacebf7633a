import importlib.util


def load_plugin(path):  # expect: extension-entry
    return importlib.util.spec_from_file_location("plugin", path)  # expect: extension-entry


def list_pages(plugins_dir="plugins"):  # ok: extension-entry
    return plugins_dir
