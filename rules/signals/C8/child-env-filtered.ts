const env = sanitizeEnv(process.env); // expect: child-env-filtered
const args = sanitizeArgs(process.argv); // ok: child-env-filtered

export function stripEnvelope(text: string): string { // ok: child-env-filtered
  return text.slice(2);
}
export function resolveSentryBuildEnvironment(name: string) { return name; } // ok: child-env-filtered

export function createDeskSubprocessEnv(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv { // ok: child-env-filtered
  const environment = { ...source };
  environment.DESK_ROOM = "1";
  return environment;
}
