class BaseModel:
    def run(self, text):
        return text


class ShelfQuery(BaseModel):  # ok: argument-schema
    def run(self, text):
        return text.strip()
