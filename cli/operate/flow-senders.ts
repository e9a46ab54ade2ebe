import * as z from 'zod/mini';
import { readRevision } from '../../shared/adapters/tables/templates-table.ts';
import { listAccounts } from '../../shared/manage/accounts.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { listTemplates } from '../../shared/manage/templates/templates.ts';
import type { FlowSender } from '../doctor/checks/flow-sender-unknown.ts';

/** Templates that are looked at: a second of reading. */
const maxTemplates = 500;

/** Where the flows of all accounts send from, as far as they send at all. */
export async function readFlowSenders(
  ports: Pick<ManagePorts, 'accounts' | 'templates'>,
): Promise<{ flows: FlowSender[]; leftOut: number }> {
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
    return from === undefined ? [] : [{ accountId, templateId, from }];
  });
  return { flows: flows.flat(), leftOut: Math.max(0, sending.length - maxTemplates) };
}

const sendingFlow = z.object({
  nodes: z.array(z.looseObject({ type: z.optional(z.string()), from: z.optional(z.string()) })),
});

function senderOf(flow: unknown): string | undefined {
  const read = sendingFlow.safeParse(flow);
  if (!read.success) return undefined;
  return read.data.nodes.find(({ type }) => type === 'provider')?.from;
}
