class Planner:
    max_steps: int = 12  # expect: step-cap

    def run(self, goal, max_rounds=None):  # expect: step-cap
        retries = 3  # ok: step-cap
        return goal
