import anthropic  # expect: model-library
from google import genai  # expect: model-library
import anthology  # ok: model-library
