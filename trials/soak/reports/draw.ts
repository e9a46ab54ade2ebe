import { oneOf, type Random } from '../../harness/random.ts';
import type { Statement } from '../../harness/ses-report.ts';
import type { AcceptedMail } from '../faults/ses.ts';

/** A report, and the time of its delivery. */
export interface DrawnReport extends Statement {
  /** Milliseconds after SES accepted the mail. */
  afterMs: number;
  /** Whether it is delivered twice simultaneously. */
  twice: boolean;
}

type FalseStatement = (
  statement: Statement,
  random: Random,
  accounts: readonly string[],
) => Partial<Statement>;

/** An address that got no mail of any send. */
const stranger = (number: number) => `stranger-${number}@elsewhere.example`;

/** A recipient of another send, who may have got another mail. */
const neighbour = (address: string) =>
  address.replace(/-(\d+)@/, (_, number) => `-${Number(number) + 1}@`);

const many = Array.from({ length: 500 }, (_, number) => stranger(number));

const lies: readonly [FalseStatement, ...FalseStatement[]] = [
  ({ names }) => ({ names: [stranger(0), ...names.map(neighbour)] }),
  ({ names }) => ({ names: [...names, ...names.map(neighbour)] }),
  ({ names }) => ({ names: [...many, ...names] }),
  () => ({ names: many }),
  () => ({ names: [] }),
  ({ names }) => ({ names: names.map((name) => name.toUpperCase()) }),
  () => ({ words: 'x'.repeat(210_000) }),
  () => ({ tags: null }),
  ({ tags }, _, accounts) => {
    const accountId = accounts.find((each) => each !== tags?.accountId) ?? '';
    return { tags: tags && { ...tags, accountId } };
  },
];

type Kind = Statement['kind'];

const bounces: readonly Kind[] = ['permanent bounce', 'transient bounce'];
const kinds: readonly [Kind, ...Kind[]] = [
  'delivery',
  'delivery',
  'delay',
  ...bounces,
  'complaint',
];

const odds = { lies: 0.25, twice: 0.15 };

const firstAtMs = Date.parse('2026-01-01T00:00:00Z');

/** Draws SES's reports on a mail: one to three, in any order, and not always true. */
export function drawReports(
  { sesMessageId, sendId, accountId, messageId, to }: AcceptedMail,
  random: Random,
  accounts: readonly [string, ...string[]],
): DrawnReport[] {
  const count = 1 + Math.floor(random() * 3);
  return Array.from({ length: count }, (_, number) => {
    const one = [oneOf(random, to as [string, ...string[]])];
    const truth: Statement = {
      eventId: `event-${sendId}-${number}`,
      at: new Date(firstAtMs + Math.floor(random() * 1e6)).toISOString(),
      kind: oneOf(random, kinds),
      names: random() < 0.3 ? to : one,
      words: 'smtp; 550 5.1.1 no such user',
      sesMessageId,
      destination: to,
      tags: { accountId, messageId },
    };
    const lie = random() < odds.lies ? oneOf(random, lies)(truth, random, accounts) : {};
    return { ...truth, ...lie, afterMs: random() * 400, twice: random() < odds.twice };
  });
}
