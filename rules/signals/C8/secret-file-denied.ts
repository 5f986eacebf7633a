const denied = ["id_rsa"]; // expect: secret-file-denied
const shown = ["notes.txt"]; // ok: secret-file-denied
