import subprocess


def delegate(task):
    subprocess.run(["claude", "-p", task])  # expect: agent-program
    subprocess.run(["clang", task])  # ok: agent-program


def inside(box, place):
    box.run(f"cd {place} && cat task.txt | opencode run -m fast")  # expect: agent-program
    box.run(f"cd {place} && cat task.txt | wc -l")  # ok: agent-program


def interpret(task):
    from interpreter import interpreter

    interpreter.chat(task)  # expect: agent-program
    interpreter.reset()  # ok: agent-program
