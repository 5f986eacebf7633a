import git  # expect: repository-library
import gist  # ok: repository-library
