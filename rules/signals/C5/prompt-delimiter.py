PROMPT = "<web_content>{page}</web_content>"  # expect: prompt-delimiter
TITLE = "<b>{page}</b>"  # ok: prompt-delimiter
