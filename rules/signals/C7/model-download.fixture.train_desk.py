from sentence_transformers import SentenceTransformer

SentenceTransformer("desk")  # ok: model-download
