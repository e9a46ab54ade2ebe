import { BlockList, isIP } from 'node:net';

/** Which addresses events may go to besides public ones. */
export interface AddressRules {
  /** Whether this machine itself may get them, also by http: in a local run. Default: false. */
  loopback?: boolean;
}

const maxAddressCharacters = 2048;

/** What is wrong with an endpoint's address, as a sentence. The DNS is asked only when an event is sent. */
export function addressProblem(
  address: string,
  { loopback = false }: AddressRules = {},
): string | null {
  if (address.length > maxAddressCharacters) {
    return `The address must have at most ${maxAddressCharacters} characters`;
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' && !(loopback && url?.protocol === 'http:')) {
    return 'The address must begin with https://, such as https://example.com/hooks';
  }
  if (url.username || url.password) return 'The address must not contain a user name or a password';
  if (url.port && Number(url.port) < 1024)
    return 'The port of the address must be 443 or at least 1024';
  const host = hostOf(url);
  if (isIP(host) && !mayReceive(host, { loopback })) return notPublic(host);
  if (/(^|\.)localhost\.?$/.test(host) && !loopback) return notPublic(host);
  return null;
}

const notPublic = (host: string) => `The address must be on the internet, and ${host} is not`;

/** The host of an address: a name, or an IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether events may go to an IP address: only to public addresses and, if the rules allow it, to this machine. */
export function mayReceive(ip: string, { loopback = false }: AddressRules = {}): boolean {
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  if (thisMachine.check(ip, family)) return loopback;
  if (family === 'ipv4') return isIP(ip) === 4 && !special.check(ip);
  return global.check(ip, 'ipv6') && !special.check(ip, 'ipv6');
}

/** A `BlockList` also matches an IPv4 address that is written as IPv6 (`::ffff:127.0.0.1`). */
const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

/** The part of IPv6 that is given to networks on the internet. https://www.iana.org/assignments/ipv6-address-space */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/**
 * Addresses with a special purpose: private, link-local (AWS's metadata too), shared, documentation, tests, multicast,
 * and those of IPv6 that contain an IPv4 address.
 *
 * https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(net, prefix);
}
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(net, prefix, 'ipv6');
}
