# expect: content-label
PROMPT = "<memory>\n{notes}\n</memory>"


def turn(speaker, text, found):
    # expect: content-label
    line = f"{speaker.name}: {text}"
    # expect: content-label
    more = f"Observation: {found}"
    # ok: content-label
    total = f"Total: {found}"
    # ok: content-label
    page = f"<b>{found}</b>"
    return line + more + total + page


# expect: content-label
def sanitize_content(text):
    return text


# expect: content-label
SEEN = "[Observation]: " + "x"

def show(found, context):
    # ok: content-label
    print(f"Raw Content: {found}")
    # ok: content-label
    print(f"[Context]: {context}")
    # expect: content-label
    return f"Context: {context}"


# ok: content-label
def get_tag_content(page):
    return page


# ok: content-label
def quarantine_host(host):
    return host


# expect: content-label
def quarantine_content(text):
    return text
