import torch
from transformers import AutoModel


def load(name, file):
    AutoModel.from_pretrained(name, revision="4f1c9d02")  # expect: model-revision
    torch.load(file, weights_only=True)  # expect: model-revision
    AutoModel.from_pretrained(name)  # ok: model-revision
    AutoModel.from_pretrained(name, revision=file)  # ok: model-revision
    AutoModel.from_pretrained(name, revision="main")  # ok: model-revision
