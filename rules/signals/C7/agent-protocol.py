import acp  # expect: agent-protocol
import acpi  # ok: agent-protocol


class Desk(acp.Agent):
    pass


print(acpi.temperature())
