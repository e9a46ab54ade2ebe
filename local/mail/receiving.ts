import { randomUUID } from 'node:crypto';
import { simulatedReplies } from '../../shared/reports/simulated-replies.ts';
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
    const isTo = ({ domains }: ReceiptRule, to: string) =>
      domains.includes(to.slice(to.lastIndexOf('@') + 1).toLowerCase());
    const rule = rules.find((each) => mail.to.some((to) => isTo(each, to)));
    if (!rule) return refusal(404, 'No receipt rule has this recipient');
    const messageId = randomUUID().replaceAll('-', '');
    const { bucket, prefix, functionArn: arn } = rule;
    const body = new Uint8Array(mail.raw);
    const stored = await fetch(`${s3}/${bucket}/${prefix}${messageId}`, { method: 'PUT', body });
    if (!stored.ok) return refusal(500, `The local S3 did not store the mail (${stored.status})`);
    const recipients = mail.to.filter((to) => isTo(rule, to));
    const event = receiptEvent(mail, { messageId, recipients, functionArn: arn });
    this.async
      .invoke({ arn, invoke: invoker(arn), retries }, event)
      .catch((error) => tell(`A received mail was lost: ${reasonOf(error)}`));
    return { status: 202, body: { messageId } };
  };

  /** A mail to the address of a thread comes back, as it does through SES. */
  private async takeBack(mail: AcceptedMail): Promise<void> {
    const { rules, inbox } = this.options;
    const domains = new Set(rules.flatMap((rule) => rule.domains));
    const to = mail.destination.filter((each) =>
      domains.has(each.replace(/.*@/, '').toLowerCase()),
    );
    if (to.length === 0) return;
    const eml = await fetch(`${inbox}/mails/${mail.messageId}/eml`);
    const params = new URLSearchParams({ from: bare(mail.from) });
    for (const each of to) params.append('to', each);
    const body = await eml.arrayBuffer();
    await fetch(`${inbox}/receive?${params}`, { method: 'POST', body });
  }

  /** The mailbox simulator answers a mail that has the address of a thread. */
  answer = async (mail: AcceptedMail): Promise<void> => {
    await this.takeBack(mail);
    const [to] = mail.replyTo;
    if (to === undefined) return;
    for (const { from, auto, text } of simulatedReplies(mail.destination)) {
      const id = `<${randomUUID()}@simulator.amazonses.com>`;
      const headers = [
        ...[`From: ${from}`, `To: ${to}`, `Message-ID: ${id}`, `Date: ${new Date().toUTCString()}`],
        ...[`In-Reply-To: <${mail.messageId}@email.amazonses.com>`, 'Subject: Re: your mail'],
        ...(auto ? ['Auto-Submitted: auto-replied'] : []),
        'Content-Type: text/plain; charset=utf-8',
      ];
      await this.receive({
        ...{ to: [to], from, text, raw: Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}\r\n`) },
        headers: [{ name: 'Message-ID', value: id }],
        verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
      });
    }
  };

  stop(): void {
    this.async.stop();
  }
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
