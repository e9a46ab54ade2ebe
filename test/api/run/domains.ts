import type { Answer } from 'dns-packet';
import { a, aaaa, cname, mx, type Reply, type Responder } from '../../dns-server.ts';

type Zone = (name: string, type: string, asked: number) => Reply;

const none: Reply = { answers: [] };
const missing: Reply = { rcode: 'NXDOMAIN' };

const mailTo =
  (...hosts: string[]): Zone =>
  (name, type) =>
    type === 'MX' ? { answers: hosts.map((host) => mx(name, host)) } : none;

const hostAt =
  (...addresses: string[]): Zone =>
  (name, type) => ({
    answers: addresses.flatMap((address): Answer[] => {
      if (type === 'A' && !address.includes(':')) return [a(name, address)];
      return type === 'AAAA' && address.includes(':') ? [aaaa(name, address)] : [];
    }),
  });

const always =
  (reply: Reply): Zone =>
  () =>
    reply;

const zones: Record<string, Zone> = {
  'good.example': mailTo('mail.good.example'),
  'null-mx.example': mailTo(''),
  'ipv4-only.example': hostAt('192.0.2.10'),
  'private.example': hostAt('10.0.0.1', '192.168.1.1', '172.16.0.1', 'fd00::1'),
  'empty.example': always(none),
  'alias.example': (name, type) => ({
    answers: [
      cname(name, 'good.example'),
      ...(type === 'MX' ? [mx('good.example', 'mail.good.example')] : []),
    ],
  }),
  'alias-without-mx.example': (name, type) => ({
    answers: [
      cname(name, 'host.example'),
      ...(type === 'A' ? [a('host.example', '192.0.2.11')] : []),
    ],
  }),
  'servfail.example': always({ rcode: 'SERVFAIL' }),
  'silent.example': always('silence'),
  'garbled.example': always({ raw: (query) => query.subarray(0, 14) }),
  // The first query fails, later ones do not: a failure must not be cached.
  'recovers.example': (name, type, asked) =>
    asked === 1 ? { rcode: 'SERVFAIL' } : mailTo('mail.good.example')(name, type, asked),
  'mailinator.com': mailTo('mail.good.example'),
  'a.b.mailinator.com': mailTo('mail.good.example'),
  'gmail.com': mailTo('mail.good.example'),
  'xn--mnchen-3ya.example': mailTo('mail.good.example'),
  'xn--fiqs8s': always(missing),
  'mail.xn--fiqs8s': mailTo('mail.good.example'),
};

/** The tests' DNS. It finds a domain in upper or lower case. */
export const respond: Responder = ({ name, type }, asked) => {
  const lower = name.toLowerCase();
  const zone = Object.hasOwn(zones, lower) ? zones[lower] : undefined;
  return zone ? zone(name, type, asked) : missing;
};
