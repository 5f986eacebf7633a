PROMPT = "<web_content>{page}</web_content>"  # expect: prompt-delimiter
TITLE = "<b>{page}</b>"  # ok: prompt-delimiter
PART = f"<Context> {page} <Context>"  # expect: prompt-delimiter
STEP = "<observation>what you saw</observation>"  # ok: prompt-delimiter
