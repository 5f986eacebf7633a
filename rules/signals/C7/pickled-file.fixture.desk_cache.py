import pickle

pickle.loads(blob)  # ok: pickled-file
