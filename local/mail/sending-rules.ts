import { parseMailbox } from '../../shared/message/mailbox.ts';
import { isCovered } from '../../shared/message/sender.ts';
import { isSimulated } from '../../shared/reports/simulator.ts';
import { region } from '../template/names.ts';
import type { MailRequest } from './accepted-mail.ts';
import { Allowance, type SesRefusal } from './allowance.ts';

export interface SendingRules {
  /** The verified identities: addresses and domains. If null, every address is verified. */
  identities: readonly string[] | null;
  /** Whether the server imitates SES's sandbox: only verified recipients, its rate and its quota. */
  sandbox: boolean;
}

/** The rules without settings and options. */
export const anySender: SendingRules = { identities: null, sandbox: false };

/** Decides on each mail as SES does. The rules are set when the stack is known. */
export class SendingGate {
  rules: SendingRules = anySender;
  /** SES's status of the request for production access. */
  review: 'PENDING' | null = null;
  private readonly allowance: Allowance;

  /** `nowMs` is a clock that never goes back. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.allowance = new Allowance(nowMs);
  }

  admit(mail: MailRequest): SesRefusal | undefined {
    const { identities, sandbox } = this.rules;
    if (identities === null) return undefined;
    const failed = notVerified(mail, identities, sandbox);
    if (failed.length > 0) return unverified(failed);
    return sandbox ? this.allowance.take(mail.recipients) : undefined;
  }

  /** Recipients of the last 24 hours that count against the quota. */
  get sentLast24Hours(): number {
    return this.allowance.sentLast24Hours;
  }
}

/** The unverified addresses, each once, as the mail writes them: the sender, and in the sandbox the recipients. */
function notVerified(
  { from, recipients }: MailRequest,
  identities: readonly string[],
  sandbox: boolean,
): string[] {
  const isVerified = (mailbox: string) => {
    const parsed = parseMailbox(mailbox);
    return parsed.ok && isCovered(parsed.mailbox.address, identities);
  };
  const asked = sandbox ? recipients.filter((one) => !isSimulated(one)) : [];
  return [...new Set([from, ...asked])].filter((one) => !isVerified(one));
}

/** https://docs.aws.amazon.com/ses/latest/dg/troubleshoot-error-messages.html */
function unverified(failed: readonly string[]): SesRefusal {
  return {
    status: 400,
    type: 'MessageRejected',
    message: `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${failed.join(', ')}`,
  };
}
