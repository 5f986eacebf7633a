keep(provenance="web")  # expect: memory-origin
keep(colour="red")  # ok: memory-origin
