from dotenv import load_dotenv


def examine():
    load_dotenv()  # ok: dotenv-load
