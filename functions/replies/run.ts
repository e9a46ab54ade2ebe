import type { MessagePlace } from '../../shared/message/message-store.ts';
import type { ReceivedReply, Verdicts } from '../../shared/message/reply.ts';
import { once } from '../../shared/once.ts';
import type { ReadMail } from '../../shared/reply/read-mail.ts';
import { tokenIn } from '../../shared/reply/token.ts';
import {
  applyReply,
  hasTooManyReplies,
  knownReply,
  type ReplyOutcome,
} from '../../shared/reports/apply-reply.ts';
import type { ReceivedMail } from './contract.ts';
import type { RepliesPorts } from './ports.ts';

/** How a received mail ended, for the log: ids, never an address. */
export interface Outcome extends Partial<MessagePlace> {
  outcome: ReplyOutcome | 'not ours' | 'unknown token' | 'virus' | 'spam';
}

/** Records a mail with each message that has its address as thread. It may be repeated. */
export async function receiveReply(mail: ReceivedMail, ports: RepliesPorts): Promise<Outcome[]> {
  const tokens = mail.receipt.recipients.flatMap((to) => tokenIn(to, ports.domain) ?? []);
  if (tokens.length === 0) return [{ outcome: 'not ours' }];
  const outcomes: Outcome[] = [];
  const fetched = once(() => readReply(mail, ports));
  for (const token of new Set(tokens)) {
    outcomes.push(await receiveOne(token, mail, fetched, ports));
  }
  return outcomes;
}

async function receiveOne(
  token: string,
  mail: ReceivedMail,
  fetched: () => Promise<ReceivedReply>,
  ports: RepliesPorts,
): Promise<Outcome> {
  const place = await ports.readThread(token);
  if (place === null) return { outcome: 'unknown token' };
  const { virus, spam } = verdictsOf(mail);
  if (virus === 'FAIL') return { ...place, outcome: 'virus' };
  if (spam === 'FAIL') return { ...place, outcome: 'spam' };
  const message = await ports.readMessage(place.accountId, place.messageId);
  if (message === null) return { outcome: 'unknown token' };
  const isKnown = knownReply(message, mailIdOf(mail)) !== undefined;
  if (!isKnown && hasTooManyReplies(message, ports.epochMs())) {
    return { ...place, outcome: 'too many' };
  }
  return { ...place, outcome: await applyReply(await fetched(), message, ports) };
}

/** The prefix of the mails' keys in the bucket. SES adds its id of the mail. */
const mailsPrefix = 'mails/';

async function readReply(mail: ReceivedMail, ports: RepliesPorts): Promise<ReceivedReply> {
  const mailKey = `${mailsPrefix}${mail.mail.messageId}`;
  const raw = await ports.fetchMail(mailKey);
  const read =
    raw === 'too large'
      ? null
      : await ports.readMail(raw, mail.mail.source ?? '').catch(() => null);
  return {
    ...(read ?? (await readHeaders(mail, ports))),
    ...{ at: new Date(mail.mail.timestamp).toISOString(), mailId: mailIdOf(mail), mailKey },
    verdicts: verdictsOf(mail),
  };
}

/** What the headers say of a mail that is too large, or cannot be read. */
async function readHeaders(
  { mail: { headers, source } }: ReceivedMail,
  { readMail }: RepliesPorts,
): Promise<ReadMail> {
  const lines = headers.map(({ name, value }) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`);
  const read = await readMail(Buffer.from(`${lines.join('')}\r\n`), source ?? '');
  return { ...read, text: null, attachments: [] };
}

function mailIdOf({ mail: { headers, messageId } }: ReceivedMail): string {
  const own = headers.find(({ name }) => name.toLowerCase() === 'message-id');
  return own?.value.trim() || messageId;
}

function verdictsOf({ receipt }: ReceivedMail): Verdicts {
  const { spfVerdict, dkimVerdict, dmarcVerdict, spamVerdict, virusVerdict } = receipt;
  return {
    spf: spfVerdict.status,
    dkim: dkimVerdict.status,
    dmarc: dmarcVerdict.status,
    spam: spamVerdict.status,
    virus: virusVerdict.status,
  };
}
