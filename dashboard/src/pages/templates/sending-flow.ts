import type { Sender } from '../../../../functions/manage/contracts/sending.ts';

/** The sender of a new flow: the first verified one, else the first. A domain sends as `hello@`. */
export function firstSender(senders: readonly Sender[]): string {
  const named = senders.filter(({ identity }) => identity !== '*');
  const { identity } = named.find(({ status }) => status === 'verified') ?? named[0] ?? {};
  // A local run accepts every sender; its inbox has this domain.
  if (identity === undefined) return `hello@${senders.length > 0 ? 'inbox.' : ''}example.com`;
  return identity.includes('@') ? identity : `hello@${identity}`;
}

/** The flow of a new template: the mail, and “Send with SES”. */
export const sendingFlow = (senders: readonly Sender[]) => ({
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: firstSender(senders) },
  ],
  edges: [{ from: 'mail', to: 'send' }],
});
