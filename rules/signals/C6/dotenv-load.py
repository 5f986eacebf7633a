from dotenv import load_dotenv

load_dotenv()  # expect: dotenv-load
load_table()  # ok: dotenv-load
