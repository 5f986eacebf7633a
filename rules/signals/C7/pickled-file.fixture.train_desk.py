import pickle

pickle.load(handle)  # ok: pickled-file
