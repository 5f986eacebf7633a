def find(folder):
    found = folder.glob("*/SKILL.md")  # expect: skill-file-reader
    pages = folder.glob("*/PAGE.md")  # ok: skill-file-reader
    return found, pages

# ok: skill-file-reader
skills_section = "skills"
# expect: skill-file-reader
skills_dir = "skills"


SKILLS_EXTENSION_ID = "harbour.example/skills"  # ok: skill-file-reader
