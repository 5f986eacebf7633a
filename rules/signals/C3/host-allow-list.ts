export const config = {
  allowedHosts: ['docs.example.test'], // expect: host-allow-list
  allowedColors: ['red'], // ok: host-allow-list
};
