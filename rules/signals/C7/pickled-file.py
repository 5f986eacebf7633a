import json
import pickle


def read(handle):
    json.load(handle)  # ok: pickled-file
    return pickle.load(handle)  # expect: pickled-file
