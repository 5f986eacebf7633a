export const icons = { '.env': 'gear', list: ['.env', 'id_rsa'] }; // ok: secret-file-denied
