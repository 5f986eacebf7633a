loader.from_pretrained(name, trust_remote_code=True)  # ok: unsafe-model-load
