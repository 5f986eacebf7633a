from multiprocessing import Process


def work(source, scope):
    exec(compile(source, "cell", "exec"), scope)  # expect: child-evaluation


def start(source):
    child = Process(target=work, args=(source, {}))  # ok: child-evaluation
    child.start()
