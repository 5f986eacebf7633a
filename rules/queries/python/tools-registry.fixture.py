from app.base import BaseAction, BaseTool, ToolBase, register_tool
from app.schemas import ToolDefinition


# tool: registry read(path: string) ->run body described in ALL
class ReadTool(ToolBase):
    name = "read"
    description = "Reads a file"
    parameters = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}

    def run(self, path):
        return open(path).read()


# tool: registry delete(path: string, force?: boolean) ->execute body approval=true described
class DeleteTool:
    requires_confirmation = True

    @property
    def name(self):
        return "delete"

    @property
    def description(self):
        return "Deletes a file"

    async def execute(self, path: str, force: bool = False):
        return unlink(path)


# tool: registry search(query: string) ->run body described in ALL
class SearchTool(BaseAction):
    def __init__(self):
        super().__init__(name="search", description="Searches")

    def run(self, query: str):
        return find(query)


# tool: registry unnamed(args) ->run body described
class Shell(BaseTool[ShellArgs, ShellResult]):
    description: ClassVar[str] = "Runs a command"

    async def run(self, args: ShellArgs):
        return sh(args.command)


class FindingTools(BaseTool):
    # tool: registry list_findings(severity?: enum, page?: number!) ->list_findings body described in FindingTools
    async def list_findings(self, severity: Literal["high", "low"] = "high", page: int = Field(default=1, ge=1)):
        """Lists findings."""
        return await get(severity, page)

    def _helper(self):
        """No tool."""


# tool: registry reset(names: array) ->__call__ body described
class ResetTools(ToolBase):
    name = "reset"
    description = "Chooses tools"

    def check(self, names):
        """Is no tool of its own."""

    def __call__(self, names: list[str]):
        return names


class Hammer:
    """No tool."""


# tool: registry move(source: string, target: string) ->move body described
@register_tool
def move(source: str, target: str):
    """Moves a file."""
    return rename(source, target)


# tool: registry defined(x?: number) described in ALL
defined = ToolDefinition(name="defined", description="d", parameters={"type": "object", "properties": {"x": {"type": "integer"}}})
ALL = [ReadTool(), SearchTool(), defined]
