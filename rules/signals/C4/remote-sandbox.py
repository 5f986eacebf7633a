from e2b_code_interpreter import Sandbox  # expect: remote-sandbox
import modal  # expect: remote-sandbox
import boxlite  # expect: remote-sandbox
import modality  # ok: remote-sandbox
