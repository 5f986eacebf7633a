export function isPrivateHost(host: string) { // expect: internal-address-check
  return host === 'localhost';
}
export function scheme(url: string) { return url.split(':')[0]; } // ok: internal-address-check
