import runpy


def compute(source, model):
    eval(source)  # expect: in-process-code
    exec(source, {})  # expect: in-process-code
    runpy.run_path(source)  # expect: in-process-code
    model.eval()  # ok: in-process-code
