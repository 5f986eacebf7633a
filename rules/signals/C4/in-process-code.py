import os
import runpy


def compute(source, model):
    eval(source)  # expect: in-process-code
    exec(source, {})  # expect: in-process-code
    runpy.run_path(source)  # expect: in-process-code
    eval(os.environ["ROUNDS"])  # ok: in-process-code
    runpy.run_path(os.path.join("parts", "shape.py"))  # ok: in-process-code
    model.eval()  # ok: in-process-code
