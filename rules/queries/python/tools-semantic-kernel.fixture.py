from typing import Annotated

from semantic_kernel import Kernel
from semantic_kernel.functions import kernel_function


class Lights:
    # tool: semantic-kernel set_light(number: number, on?: boolean) ->switch body described in Lights bound
    @kernel_function(name="set_light", description="Switches a light")
    def switch(self, number: int, on: Annotated[bool, "state"] = True) -> str:
        return flip(number, on)


class Doors:
    # tool: semantic-kernel unlock(door: string) ->unlock body in Doors
    @kernel_function
    def unlock(self, door: str) -> str:
        return door


kernel = Kernel()
# model: semantic-kernel agent tools=[Lights]
kernel.add_plugin(Lights(), plugin_name="Lights")
