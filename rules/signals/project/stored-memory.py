import chromadb  # expect: stored-memory


def save_memory(text):  # expect: stored-memory
    return text


def save_picture(text):  # ok: stored-memory
    return text
