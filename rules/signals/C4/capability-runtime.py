import wasmtime  # expect: capability-runtime
import wasp  # ok: capability-runtime
