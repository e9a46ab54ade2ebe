import { isIP, isIPv6 } from 'node:net';

/** `127.0.0.1:53`, `[::1]:53` or `[::1]`; what has neither brackets nor a port is an address alone. */
const withPort = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[^:[\]]*))(?::(?<port>\d{1,5}))?$/;

/**
 * Reads a list of DNS servers: IP addresses with an optional port, separated by commas; IPv6 in
 * brackets where a port follows. Empty: no server, which means the machine's own.
 *
 * Throws an `Error` that names the entry and its mend: such a setting is a mistake of deployment.
 */
export function parseDnsServers(list: string): string[] {
  if (list.trim() === '') return [];
  return list.split(',').map((entry) => parseServer(entry.trim()));
}

function parseServer(entry: string): string {
  if (isIPv6(entry)) return `[${entry}]:53`;
  const { ipv4, ipv6, port = '53' } = withPort.exec(entry)?.groups ?? {};
  const number = Number(port);
  if (number > 0 && number <= 65_535) {
    if (ipv6 !== undefined && isIPv6(ipv6)) return `[${ipv6}]:${number}`;
    if (ipv4 !== undefined && isIP(ipv4) === 4) return `${ipv4}:${number}`;
  }
  throw new Error(
    `DNS_SERVERS: ${JSON.stringify(entry)} is not an IP address with an optional port, such as 127.0.0.1:5353 or [::1]:5353`,
  );
}
