class AuditLogger:  # expect: audit-trail
    pass


class PageLogger:  # ok: audit-trail
    pass
