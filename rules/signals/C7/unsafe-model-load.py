import pickle

import requests
import torch


def load(loader, name, handle):
    loader.from_pretrained(name, trust_remote_code=True)  # expect: unsafe-model-load
    torch.load(handle)  # expect: unsafe-model-load
    requests.get(name)
    pickle.load(handle)  # expect: unsafe-model-load
    torch.load(handle, weights_only=True)  # ok: unsafe-model-load


def load_words(path):
    return AutoTokenizer.from_pretrained(path, trust_remote_code="auto")  # expect: unsafe-model-load
