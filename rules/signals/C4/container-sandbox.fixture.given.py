from llm_sandbox import SandboxSession  # expect: container-sandbox


def run(text):
    with SandboxSession(lang="python") as session:
        return session.run(text)
