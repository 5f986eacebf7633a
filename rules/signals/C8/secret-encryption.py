from cryptography.fernet import Fernet

box = Fernet(key)  # expect: secret-encryption
name = str(key)  # ok: secret-encryption
