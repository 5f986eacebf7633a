import importlib.util


def load_plugins(folder):  # expect: plugin-loader
    return importlib.util.spec_from_file_location("p", folder)  # expect: plugin-loader


def load_pages(folder):  # ok: plugin-loader
    return folder


def load_skill_mapping(folder):  # ok: plugin-loader
    return folder
