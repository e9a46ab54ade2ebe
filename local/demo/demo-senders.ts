import { senderOf, withSender } from '../../cli/folders/flow-sender.ts';
import { readHead } from '../../shared/adapters/tables/templates-table.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { prepareSources } from '../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';
import { showTemplate } from '../../shared/manage/templates/templates.ts';
import { senderProblem } from '../../shared/message/sender.ts';
import { demoAuthor, demoTemplates } from './demo-templates.ts';

/**
 * Adapts the demo's templates of an earlier run to this run's senders: one with the project's sender gets a revision
 * with the settings'. One whose sender a user has changed stays, and `note` gets a line about it.
 */
export async function fitDemoSenders(
  ports: ManagePorts,
  accountId: string,
  senders: readonly string[],
  note: (line: string) => void,
): Promise<void> {
  if (senders.length === 0) return;
  const { folders } = await demoTemplates();
  for (const { source: own } of folders) {
    if (!(await readHead(ports.templates, accountId, own.templateId))) continue;
    const { source } = await showTemplate(ports, accountId, own.templateId);
    const from = senderOf(source.flow);
    if (from === null || senderProblem(from, { senders, sending: true }) === null) continue;
    const isOurs = from === senderOf(own.flow);
    const flow = isOurs ? withSender(source.flow, senders) : null;
    const fitted =
      flow === null ? null : await prepareSources(ports, accountId, [{ ...source, flow }]);
    if (fitted?.problems.length === 0) {
      await pushTemplates(ports, accountId, fitted.prepared, { author: demoAuthor });
    } else note(chosenSender(own.templateId, from, senders));
  }
}

function chosenSender(templateId: string, from: string, senders: readonly string[]): string {
  return `The demo's template ${templateId} sends from ${from}, which is not one of the senders ${senders.join(', ')}: change the From address in its flow to one of them.`;
}
