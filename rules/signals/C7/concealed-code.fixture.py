def start():
    exec(base64.b64decode("cHJpbnQoMSk="))  # expect: concealed-code
    data = base64.b64decode("YWJj")  # ok: concealed-code
    return data
