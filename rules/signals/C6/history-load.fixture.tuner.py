import torch


def go_on(trainer):
    return trainer.load_checkpoint(torch.device("cpu"))  # ok: history-load
