import { readRevision } from '../../shared/adapters/tables/templates-table.ts';
import { listAccounts } from '../../shared/manage/accounts.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { listTemplates } from '../../shared/manage/templates/templates.ts';
import { senderOf } from '../folders/flow-sender.ts';

/** The sender of every flow that sends mail. */
export interface FlowSenders {
  flows: { accountId: string; templateId: string; from: string }[];
  /** How many templates were not read, because there are too many. */
  leftOut: number;
}

/** The most templates that are read. Reading them takes about a second. */
const maxTemplates = 500;

/** Reads the senders of the flows of all accounts. */
export async function readFlowSenders(
  ports: Pick<ManagePorts, 'accounts' | 'templates'>,
): Promise<FlowSenders> {
  const accounts = await listAccounts(ports);
  const heads = await inParallel(accounts, async ({ accountId }) => {
    const all = await listTemplates(ports, accountId);
    const sending = all.filter(({ flowStatus }) => flowStatus === 'provider');
    return sending.map((head) => ({ accountId, ...head }));
  });
  const sending = heads.flat();
  const flows = await inParallel(sending.slice(0, maxTemplates), async (head) => {
    const { accountId, templateId, revision } = head;
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    const from = senderOf(content?.flow);
    return from === null ? [] : [{ accountId, templateId, from }];
  });
  return { flows: flows.flat(), leftOut: Math.max(0, sending.length - maxTemplates) };
}
