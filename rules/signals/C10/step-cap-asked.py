def lend(request):
    cap = request.data.get("max_iterations", 6)  # expect: step-cap-asked
    title = request.data.get("title")  # ok: step-cap-asked
    return cap, title
