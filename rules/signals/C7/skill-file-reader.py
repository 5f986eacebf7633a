def find(folder):
    found = folder.glob("*/SKILL.md")  # expect: skill-file-reader
    pages = folder.glob("*/PAGE.md")  # ok: skill-file-reader
    return found, pages
