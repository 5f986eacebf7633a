SKILL_DIR = "~/.agent/skills/"  # expect: skill-file-reader
skills_help = "The candidate's key skills"  # ok: skill-file-reader
