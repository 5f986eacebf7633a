import bs4  # expect: content-fetch
import soup  # ok: content-fetch
