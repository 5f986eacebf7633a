export const shown = async () => await loadSessions(3); // ok: history-load
