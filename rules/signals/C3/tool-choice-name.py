def offer(input_tools=(), page=""):  # expect: tool-choice-name
    return input_tools, page


def offer_page(page):  # ok: tool-choice-name
    return page
