import torch


def park(adapter, layer):
    adapter.save_memory(layer)  # ok: memory-write
    return torch.zeros(1)
