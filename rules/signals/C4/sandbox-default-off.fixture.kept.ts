let _keptSandbox: Record<string, unknown> | null = null; // ok: sandbox-default-off
