import { readPending } from '../../adapters/tables/pending-table.ts';
import { templateLoader } from '../../adapters/tables/template-loader.ts';
import { unreadableFlow } from '../../engine/flow/outcome.ts';
import { runStoredFlow } from '../../execute/stored-flow.ts';
import type { MessageRecord } from '../../message/message.ts';
import { ManageError } from '../manage-error.ts';
import type { ScheduledPorts } from './scheduled-ports.ts';

/**
 * Judges whether a scheduled message can be sent with its template's current revision: its flow runs without its
 * verifications and without the send. Returns that revision, and the subject that it gives.
 *
 * @throws {ManageError} with the reason why it cannot
 */
export async function judgeNewest(
  record: MessageRecord,
  { messages, templates, senderProblem }: ScheduledPorts,
): Promise<{ revision: number; subject: string }> {
  const { accountId, messageId, templateId } = record;
  const [pending, template] = await Promise.all([
    readPending(messages, record),
    templateLoader(templates)(accountId, templateId),
  ]);
  const refuse = (why: string) =>
    new ManageError(`Message ${messageId} cannot be sent with the newest revision: ${why}`);
  if (pending === null) throw refuse('the request of the message is missing');
  if (template === null) throw refuse(`template ${templateId} is deleted`);
  const { revision, plan } = template;
  if (plan === null) throw refuse(unreadableFlow.error);
  if (plan.output.type !== 'provider')
    throw refuse(`the flow of revision ${revision} does not send`);
  // Its files are the same with every revision, and S3 is asked for them at its time.
  const { _attachments: _, ...fields } = pending.request;
  const request = { ...fields, _dryRun: true };
  const work = { request, template, suppressed: [], send: nothing };
  const ports = { senderProblem, lookupDomain: noLookUp, now: () => 0 };
  const { outcome } = await runStoredFlow({ ...plan, checks: [] }, work, ports);
  if (outcome.type === 'callback') return { revision, subject: outcome.subject };
  throw refuse(outcome.success ? 'its flow does not send' : outcome.error);
}

const nothing = { send: () => Promise.reject(new Error('A dry run was about to send')) };

const noLookUp = () => Promise.reject(new Error('A flow without verifications looks up no domain'));
