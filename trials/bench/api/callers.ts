import { managePorts } from '../../../local/demo/manage-ports.ts';
import type { Deployment } from '../../../local/deployment-file.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { smallMail } from '../render/mails.ts';
import * as syntax from '../render/syntax.ts';

/** An account with the one template, which each of its requests renders. */
export interface Caller {
  accountId: string;
  /** The API key's secret. */
  secret: string;
}

export const templateId = 'mail';

/** Opens accounts on plan Team, each with the mail of 12 KB that `render` is measured with. */
export async function openAccounts(run: Deployment, count: number): Promise<Caller[]> {
  const { ports, close } = managePorts(run);
  const prepared = await prepareMail();
  try {
    const callers: Caller[] = [];
    while (callers.length < count) {
      const { accountId } = await createAccount(ports, { name: 'Bench', plan: 'team' });
      const { secret } = await createKey(ports, { accountId, name: 'bench' });
      await pushTemplates(ports, accountId, [prepared]);
      callers.push({ accountId, secret });
    }
    return callers;
  } finally {
    close();
  }
}

async function prepareMail() {
  const html = syntax.write(smallMail.parts, syntax.postrider);
  const preparation = await prepareTemplate({
    templateId,
    name: 'Mail',
    subject: 'Your order',
    html,
  });
  if (!preparation.ok) throw new Error(preparation.problems.map((each) => each.message).join());
  return preparation.prepared;
}

/** The body of a request that renders it. */
export function renderBody(): string {
  return JSON.stringify({ template_id: templateId, variables: smallMail.variables });
}
