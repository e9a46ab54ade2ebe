/** Loopback, private (RFC 1918), link-local and "this network" (RFC 1122 §3.2.1.3). */
const unreachableIpv4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

/** `::` and `::1`, unique local (fc00::/7) and link-local (fe80::/10). */
const unreachableIpv6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** An IPv4 address written as an IPv6 one (RFC 4291 §2.5.5). */
const mappedIpv4 = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/;

/** Whether an IP address, as a resolver writes it, can belong to a host on the internet. */
export function isReachable(ip: string): boolean {
  const written = ip.toLowerCase();
  const ipv4 = mappedIpv4.exec(written)?.[1] ?? written;
  return !unreachableIpv4.test(ipv4) && !unreachableIpv6.test(ipv4);
}

const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;
const lastLabelIsNumber = /\.[0-9]+$/;

/**
 * Whether the host that an MX record names can take mail. The null MX (RFC 7505) names none;
 * `localhost`, a single label and an IP address are mistakes or a way to say "no mail".
 */
export function isUsableExchange(exchange: string): boolean {
  const host = exchange.toLowerCase().replace(/\.$/, '');
  return hostName.test(host) && !lastLabelIsNumber.test(host) && !host.endsWith('.localhost');
}
