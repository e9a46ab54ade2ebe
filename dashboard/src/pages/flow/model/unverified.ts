import type { Sender } from '../../../../../functions/manage/contracts/sending.ts';
import type { Flow } from './flow.ts';

/** Why mails from a flow's output are refused now, by the id of its node. Empty while the senders are not read. */
export function unverifiedIn({ nodes }: Flow, senders: readonly Sender[] = []) {
  const found = nodes.flatMap((node): [string, string][] => {
    const problem = node.type === 'provider' && senders.length > 0 && whyNot(node.from, senders);
    return problem ? [[node.id, problem]] : [];
  });
  return new Map(found);
}

/** The check of the flow reports a text that is no address. A domain covers its subdomains, as in SES. */
function whyNot(from: string, senders: readonly Sender[]): string | null {
  const [, local, domain] = /([^\s<>@]+)@([^\s<>@]+?)>?\s*$/.exec(from) ?? [];
  if (local === undefined || !URL.canParse(`http://${domain}`)) return null;
  const host = new URL(`http://${domain}`).hostname;
  const covering = senders.filter(({ identity }) =>
    identity.includes('@')
      ? identity === `${local}@${host}`
      : identity === '*' || `.${host}`.endsWith(`.${identity}`),
  );
  if (covering.some(({ status }) => status === 'verified' || status === 'unknown')) return null;
  const [first] = covering;
  return first
    ? `SES has not verified ${first.identity}, so it sends no mail of this flow.`
    : `${local}@${domain} is not among the senders of this deployment, so execute answers flow_error.`;
}
