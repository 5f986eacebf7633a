def session(sts, user):
    creds = sts.assume_role(RoleArn=user.role, DurationSeconds=900)  # expect: delegated-authority
    return make_session(creds)  # ok: delegated-authority
