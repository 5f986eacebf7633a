PROMPT = "<web_content>{page}</web_content>"  # expect: prompt-delimiter
TITLE = "<b>{page}</b>"  # ok: prompt-delimiter
PART = f"<web_page> {page} <web_page>"  # expect: prompt-delimiter
STEP = "<observation>what you saw</observation>"  # ok: prompt-delimiter
OWN = f"<context>{task}</context>"  # ok: prompt-delimiter
NOTES = f"<Notes> \n {latest_search_notes} \n <Notes>"  # expect: prompt-delimiter
