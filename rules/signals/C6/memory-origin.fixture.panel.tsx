export const Row = () => keep({ trustLevel: 1 }); // ok: memory-origin
