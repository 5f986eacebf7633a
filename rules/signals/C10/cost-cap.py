class Limits:
    max_cost_usd: float = 2.5  # expect: cost-cap
    run_token_budget = None  # expect: cost-cap
    token_budget = 4000  # ok: cost-cap
    width = 7  # ok: cost-cap


def load(settings):
    return {"max_input_tokens": settings.get("max_input_tokens")}  # ok: cost-cap


class ReplyBudgetControlMiddleware:  # expect: cost-cap
    pass


class ReplyTextMiddleware:  # ok: cost-cap
    pass


def search_goods(query, min_price=0, max_price=1000):  # ok: cost-cap
    return query


text = join_parts(parts, max_budget=9000)  # ok: cost-cap
