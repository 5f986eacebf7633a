import pickle


def read(handle):
    return pickle.load(handle)  # ok: unsafe-model-load
