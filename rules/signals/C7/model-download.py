from sentence_transformers import SentenceTransformer


def load(name, store):
    store.from_disk(name)  # ok: model-download
    return SentenceTransformer(name)  # expect: model-download


def swap(self, shelf):
    self.load_model(shelf)  # ok: model-download
