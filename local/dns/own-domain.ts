import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  encode,
  RECURSION_AVAILABLE,
} from 'dns-packet';
import { simulatorDomain } from '../../shared/reports/simulator.ts';

/** The domain of the demo's recipients. It accepts mail even without a network. */
export const ownDomain = 'inbox.example.com';

/** The domains that this server answers for. SES's mailbox simulator must verify without a network too. */
const ownDomains = [ownDomain, simulatorDomain];

const ttl = 60;

const mailHostOf = (domain: string) => `mail.${domain}`;

/** Addresses that are reserved for documentation (RFC 5737, RFC 3849). */
const addresses = (name: string): Answer[] => [
  { type: 'A', name, ttl, data: '192.0.2.25' },
  { type: 'AAAA', name, ttl, data: '2001:db8::25' },
];

const records: Readonly<Record<string, readonly Answer[]>> = Object.fromEntries(
  ownDomains.flatMap((domain) => {
    const exchange = mailHostOf(domain);
    const mx: Answer = { type: 'MX', name: domain, ttl, data: { preference: 10, exchange } };
    return [
      [domain, [mx, ...addresses(domain)]],
      [exchange, addresses(exchange)],
    ];
  }),
);

const noSuchName = 3;
const serverFailure = 2;

/** Answers a query for an own domain or a name below it, or with NXDOMAIN. Undefined for every other name. */
export function answerOwn(query: DecodedPacket): Buffer | undefined {
  const [question] = query.questions ?? [];
  if (!question) return undefined;
  const name = question.name.toLowerCase();
  const domain = ownDomains.find((own) => name === own || name.endsWith(`.${own}`));
  if (domain === undefined) return undefined;
  const known = Object.hasOwn(records, name) ? records[name] : undefined;
  const answers = (known ?? [])
    .filter(({ type }) => type === question.type)
    // The answer repeats the name's case: a resolver may mix the case and check it in the answer.
    .map((record) => ({ ...record, name: question.name }));
  return response(query, AUTHORITATIVE_ANSWER | (known ? 0 : noSuchName), answers);
}

export function failureFor(query: DecodedPacket): Buffer {
  return response(query, serverFailure, []);
}

function response(query: DecodedPacket, flags: number, answers: Answer[]): Buffer {
  const recursionDesired = (query.flags ?? 0) & 0x0100;
  return encode({
    type: 'response',
    id: query.id ?? 0,
    flags: RECURSION_AVAILABLE | recursionDesired | flags,
    questions: query.questions ?? [],
    answers,
  });
}
