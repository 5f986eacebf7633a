def inspect(core, models, name):
    context = models.V1SecurityContext(privileged=True)  # expect: privileged-pod
    spec = models.V1PodSpec(host_pid=True, containers=[context])  # expect: privileged-pod
    quiet = models.V1SecurityContext(privileged=False)  # ok: privileged-pod
    core.create_namespaced_pod(name, spec)  # ok: privileged-pod
    return quiet
