export const load = () => {
  const controller = new AbortController(); // ok: cancel-signal
  return controller;
};
