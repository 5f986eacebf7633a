def check(self, path):
    if not self.allowed_dirs:  # expect: empty-list-allows
        return True
    return any(path.is_relative_to(d) for d in self.allowed_dirs)


def refuse(path, allowed_paths):
    if len(allowed_paths) == 0:  # ok: empty-list-allows
        return False
    return True


def count(path, allowed_paths):
    if len(allowed_paths) == 0:  # expect: empty-list-allows
        return True
    return path in allowed_paths
