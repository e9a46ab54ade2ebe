import { randomUUID } from 'node:crypto';
import { type SimulatedReply, simulatedReplies } from '../../shared/reports/simulated-replies.ts';
import { simulatorDomain } from '../../shared/reports/simulator.ts';
import { AsyncInvoker, type AsyncInvokerOptions } from '../events/async-invocation.ts';
import { reasonOf } from '../failure.ts';
import type { Invoke } from '../lambda/pool.ts';
import type { ReceiptRule } from '../template/receipt-rules.ts';
import { type AcceptedMail, bare } from './accepted-mail.ts';
import { type ReceiptAnswer, type ReceivedMail, refusal } from './received-mail.ts';

export interface ReceivingOptions extends AsyncInvokerOptions {
  rules: readonly ReceiptRule[];
  /** The address of the local S3; undefined if the stack has no bucket. */
  s3: string | undefined;
  /** The address of the local mail server. */
  inbox: string;
  invoker: (functionArn: string) => Invoke;
}

/** Lambda's default. */
const retries = 2;

/** Receives mails as SES does: it stores a mail in the bucket of its rule, and then calls the rule's function. */
export class Receiving {
  private readonly options: ReceivingOptions;
  private readonly async: AsyncInvoker;

  constructor(options: ReceivingOptions) {
    this.options = options;
    this.async = new AsyncInvoker(options);
  }

  receive = async (mail: ReceivedMail): Promise<ReceiptAnswer> => {
    const { rules, s3, invoker, tell } = this.options;
    const rule = rules.find((each) => mail.to.some((to) => isFor(each, to)));
    if (!rule) return refusal(404, 'No receipt rule has this recipient');
    const messageId = randomUUID().replaceAll('-', '');
    const { bucket, prefix, functionArn: arn } = rule;
    const body = new Uint8Array(mail.raw);
    const stored = await fetch(`${s3}/${bucket}/${prefix}${messageId}`, { method: 'PUT', body });
    if (!stored.ok) return refusal(500, `The local S3 did not store the mail (${stored.status})`);
    const recipients = mail.to.filter((to) => isFor(rule, to));
    const event = receiptEvent(mail, { messageId, recipients, functionArn: arn });
    this.async
      .invoke({ arn, invoke: invoker(arn), retries }, event)
      .catch((error) => tell(`A received mail was lost: ${reasonOf(error)}`));
    return { status: 202, body: { messageId } };
  };

  /** What comes back to an accepted mail: itself, if it went to the address of a thread, and the simulator's replies. */
  answer = async (mail: AcceptedMail): Promise<void> => {
    const { rules, inbox } = this.options;
    const ours = mail.destination.filter((to) => rules.some((rule) => isFor(rule, to)));
    if (ours.length > 0) {
      const eml = await fetch(`${inbox}/mails/${mail.messageId}/eml`);
      await this.post(await eml.arrayBuffer(), bare(mail.from), ours);
    }
    const [thread] = mail.replyTo;
    if (thread === undefined) return;
    for (const reply of simulatedReplies(mail.destination)) {
      await this.post(mailOf(reply, thread, mail.messageId), reply.from, [thread]);
    }
  };

  /** Gives a mail to the local mail server, which passes it on to `receive`. */
  private async post(body: ArrayBuffer | string, from: string, to: string[]): Promise<void> {
    const params = new URLSearchParams({ from });
    for (const each of to) params.append('to', each);
    await fetch(`${this.options.inbox}/receive?${params}`, { method: 'POST', body });
  }

  stop(): void {
    this.async.stop();
  }
}

const isFor = ({ domains }: ReceiptRule, to: string) =>
  domains.includes(to.slice(to.lastIndexOf('@') + 1).toLowerCase());

/** A reply of the mailbox simulator as a mail. */
function mailOf({ from, auto, text }: SimulatedReply, to: string, messageId: string): string {
  const headers = [
    ...[`From: ${from}`, `To: ${to}`, `Message-ID: <${randomUUID()}@${simulatorDomain}>`],
    ...[`Date: ${new Date().toUTCString()}`, 'Subject: Re: your mail'],
    ...[`In-Reply-To: <${messageId}@email.amazonses.com>`],
    ...(auto ? ['Auto-Submitted: auto-replied'] : []),
    'Content-Type: text/plain; charset=utf-8',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text}\r\n`;
}

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-action-lambda-event.html */
function receiptEvent(
  { from, to, headers, verdicts }: ReceivedMail,
  {
    messageId,
    recipients,
    functionArn,
  }: { messageId: string; recipients: string[]; functionArn: string },
) {
  const timestamp = new Date().toISOString();
  const { spf, dkim, dmarc, spam, virus } = verdicts;
  const ses = {
    mail: { timestamp, source: from, messageId, destination: to, headersTruncated: false, headers },
    receipt: {
      ...{ timestamp, processingTimeMillis: 1, recipients },
      spfVerdict: { status: spf },
      dkimVerdict: { status: dkim },
      dmarcVerdict: { status: dmarc },
      spamVerdict: { status: spam },
      virusVerdict: { status: virus },
      action: { type: 'Lambda', functionArn, invocationType: 'Event' },
    },
  };
  return { Records: [{ eventSource: 'aws:ses', eventVersion: '1.0', ses }] };
}
