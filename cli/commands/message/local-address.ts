import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ManageError } from '../../../shared/manage/manage-error.ts';

/** The addresses of one's own machine and of private networks: RFC 1918, RFC 4193 and link-local IPv6. */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8);
own.addSubnet('10.0.0.0', 8);
own.addSubnet('172.16.0.0', 12);
own.addSubnet('192.168.0.0', 16);
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');
own.addSubnet('fe80::', 10, 'ipv6');

/**
 * Reads the address to which `--forward` sends events. They hold the addresses of recipients, so they may go only to
 * this machine or its private network.
 *
 * @throws {ManageError} for any other address
 */
export async function readLocalAddress(text: string): Promise<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw refused('must be an http or https address, such as http://localhost:3000/hooks');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) throw refused(`names a host that this machine does not know: ${host}`);
  const other = found.find(({ address }) => !isOwn(address));
  if (other)
    throw refused(
      `must name this machine or one in its private network, and ${host} has the address ${other.address}`,
    );
  return url;
}

const isOwn = (address: string) => own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function refused(what: string): ManageError {
  const message = `--forward ${what}`;
  return new ManageError(message, [{ code: 'bad-address', field: 'forward', message }]);
}
