export function isPrivateHost(host: string) { // expect: internal-address-check
  return host === 'localhost';
}
export function scheme(url: string) { return url.split(':')[0]; } // ok: internal-address-check

// ok: internal-address-check
export async function addZoneBlockedIp(zone: number, blockedIp: string) {
  return [zone, blockedIp]
}
