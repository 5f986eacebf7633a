import json


class DeskLogsHandler:  # expect: transcript-store
    def put(self, row):
        with open(self.place, "w") as handle:
            json.dump(row, handle)


class DeskRequestHandler:  # ok: transcript-store
    pass
