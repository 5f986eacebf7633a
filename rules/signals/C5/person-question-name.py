# expect: person-question-name
def desk_confirmation(step):
    return step


def loop(step):
    # expect: person-question-name
    answer = input("go on? ")
    return answer


# ok: person-question-name
def desk_layout(step):
    return step
