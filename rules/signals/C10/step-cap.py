class Planner:
    max_steps: int = 12  # expect: step-cap

    def run(self, goal, max_rounds=None):  # expect: step-cap
        retries = 3  # ok: step-cap
        return goal


class Model:
    per_instance_call_limit: int = 0  # expect: step-cap
    max_model_calls: int = 40  # expect: step-cap
    shelf_call_limit: int = 40  # ok: step-cap

max_desk_chat_round_num = 9  # expect: step-cap


class Session:
    def begin(self):
        self.max_desk_loop_round_num = self._get_int("max_desk_loop_round_num", 10)  # expect: step-cap
        self.shelf_width = self._get_int("shelf_width", 10)  # ok: step-cap
