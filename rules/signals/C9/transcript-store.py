def step(run, m):
    run.save_trajectory()  # expect: transcript-store
    open("run.jsonl", "a").write(m)  # expect: transcript-store
    run.refresh()  # ok: transcript-store
    return open("models.jsonl").read()  # ok: transcript-store


def turn(self, rows):
    self._save_turn(rows)  # expect: transcript-store
    desk.export.write_transcript(rows)  # ok: transcript-store
