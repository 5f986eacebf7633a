from langchain_core.tools import BaseTool


class PlanTool(BaseTool):  # ok: shell-command-tool
    name: str = "plan"
    description: str = "Keeps a plan."
    parameters: dict = {
        "type": "object",
        "properties": {
            "command": {
                "type": "string",
                "enum": ["create", "list"],
            },
        },
    }

    def _run(self, command: str) -> str:
        return command
