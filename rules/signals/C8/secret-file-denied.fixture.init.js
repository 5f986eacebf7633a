const target = join(root, ".env"); // ok: secret-file-denied
