import { pointer } from '../engine/flow/flow-error.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowMail, MailFile } from '../engine/flow/ports.ts';
import { type Variables, withDefaults } from '../engine/flow/variables.ts';
import { maxTestMailFileBytes } from '../engine/limits.ts';
import type { Rendering } from '../engine/render/render-content.ts';
import { renderMail } from '../engine/render/render-template.ts';
import { checkAttachments } from '../execute/attachments/check-attachments.ts';
import { readFiles } from '../execute/attachments/read-files.ts';
import { type FieldProblem, parseDelivery, type Recipients } from '../message/recipients.ts';
import { type SenderSettings, senderProblem } from '../message/sender.ts';
import { type Suppression, suppressedField } from '../message/suppression.ts';
import { renderUnsubscribe } from '../message/unsubscribe.ts';
import { ManageError, type ManageProblem } from './manage-error.ts';
import { compileDraft } from './templates/dry-run.ts';
import type { TemplatePorts } from './templates/template-head.ts';
import type { TemplateDraft } from './templates/template-source.ts';

export interface TestMailSettings extends TemplatePorts {
  senders: SenderSettings;
  /** Makes the address of a thread. Undefined if this deployment receives no replies. */
  newThread?: (() => string) | undefined;
}

export interface TestMailParts {
  accountId: string;
  draft: TemplateDraft;
  to: string;
  data: Record<string, unknown>;
  attachments: readonly TestFile[];
  suppressed: readonly Suppression[];
}

/**
 * Makes a test mail with the flow's sender, reply address and address to unsubscribe, or with the deployment's first
 * sender. The flow's checks do not run.
 *
 * @throws {ManageError} with all problems of the test mail
 * @throws {Refusal} if the rendering is refused (`wrongType`, `overLimit`)
 */
export async function testMail(
  { accountId, draft, to, data, attachments, suppressed }: TestMailParts,
  { senders, templates, newThread }: TestMailSettings,
): Promise<FlowMail<Recipients>> {
  const compilation = await compileDraft({ templates }, accountId, draft);
  const { output = null, variables = [] } = compilation.ok ? compilation.revision.plan : {};
  const { from, replyTo } = senderOf(output, senders);
  const fields = { _to: to, _replyTo: replyTo };
  const delivery = suppressedField(fields, suppressed) ?? parseDelivery(fields, newThread);
  const attached = await readTestFiles(attachments);
  const notASender = from === null || !compilation.ok ? null : senderProblem(from, senders);
  const problems: ManageProblem[] = [
    ...(delivery.ok ? [] : [toProblem(delivery)]),
    ...(attached.ok ? [] : [attached.problem]),
    ...(from === null ? [noSender] : []),
    ...(notASender === null ? [] : [{ code: 'bad-sender' as const, message: notASender }]),
  ];
  if (!compilation.ok) throw refused([...problems, ...compilation.problems]);
  const { compiled } = compilation.revision;
  const filled = variables.reduce((given, { defaults }) => withDefaults(given, defaults), data);
  const rendering = await renderMail(compiled, filled);
  const unsubscribe = unsubscribeOf(output, filled);
  problems.push(...contentProblems(rendering, unsubscribe));
  const isRendered = rendering.outcome === 'rendered' && unsubscribe.ok;
  if (!isRendered || !delivery.ok || !attached.ok || from === null || problems.length > 0) {
    throw refused(problems);
  }
  const { subject, html, text } = rendering;
  return {
    ...{ from, recipients: delivery.recipients, unsubscribe: unsubscribe.address },
    ...{ subject, html, text, files: attached.files },
  };
}

/** The mailbox of the sender, if the deployment's first sender is a domain and the flow has none. */
const testMailbox = 'postrider';

function senderOf(output: FlowPlan['output'] | null, { senders }: SenderSettings) {
  if (output?.type === 'provider') return { from: output.from, replyTo: output.replyTo };
  const [first] = senders;
  if (first === undefined) return { from: null, replyTo: null };
  if (first.includes('@')) return { from: first, replyTo: null };
  // `*` accepts every domain. This one has no owner (RFC 2606).
  return { from: `${testMailbox}@${first === '*' ? 'example.com' : first}`, replyTo: null };
}

function unsubscribeOf(output: FlowPlan['output'] | null, variables: Variables) {
  if (output?.type !== 'provider' || output.unsubscribe === null) {
    return { ok: true as const, address: null };
  }
  return renderUnsubscribe(output.unsubscribe, variables);
}

function contentProblems(
  rendering: Rendering<object>,
  unsubscribe: ReturnType<typeof unsubscribeOf>,
): ManageProblem[] {
  const names = rendering.outcome === 'missing' ? [...rendering.names] : [];
  if (unsubscribe.ok) return names.map(missing);
  const problems = [...new Set([...names, ...unsubscribe.missing])].map(missing);
  if (unsubscribe.missing.length > 0) return problems;
  return [...problems, { code: 'bad-unsubscribe', field: 'data', message: unsubscribe.error }];
}

const noSender: ManageProblem = {
  code: 'no-sender',
  message:
    'This deployment has no sender: set "senders" in postrider.json, or name one in the flow',
};

/** A test mail has one recipient, in its field `to`. */
function toProblem({ field, error, complaint }: FieldProblem): ManageProblem {
  const message = field === '_replyTo' ? error : `to ${complaint}`;
  return { code: 'bad-address', field: 'to', message };
}

function missing(name: string): ManageProblem {
  const message = `${name} is required: the template has no default for it`;
  return { code: 'missing-variable', field: 'data', pointer: pointer(...name.split('.')), message };
}

function refused(problems: readonly ManageProblem[]): ManageError {
  return new ManageError('The test mail cannot be sent as it is', problems);
}

export interface TestFile {
  name: string;
  /** Standard base64. */
  content: string;
  /** The Content-ID, for a file that the HTML shows. */
  cid?: string | undefined;
}

export type TestFiles =
  | { ok: true; files?: readonly MailFile[] }
  | { ok: false; problem: ManageProblem };

/** Reads the files like those of execute, with a limit for their size together. */
async function readTestFiles(attachments: readonly TestFile[]): Promise<TestFiles> {
  if (attachments.length === 0) return { ok: true };
  const checked = checkAttachments(attachments, []);
  const read = checked.ok ? await readFiles(checked.files, { withContent: false }) : checked;
  if (!read.ok) return { ok: false, problem: problemOf(read.error) };
  const bytes = read.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > maxTestMailFileBytes) {
    const error = `_attachments is larger than ${maxTestMailFileBytes / 1024} KB, before base64`;
    return { ok: false, problem: problemOf(error) };
  }
  return read;
}

/** The problem in a sentence that begins with the place in `_attachments`. */
function problemOf(error: string): ManageProblem {
  const [, place = '', index, name] = /^(_attachments(?:\[(\d+)\]\.(\w+))?)/.exec(error) ?? [];
  const named = name === undefined ? error : `${name}${error.slice(place.length)}`;
  return {
    code: 'bad-file',
    field: 'attachments',
    ...(index !== undefined && { pointer: `/${index}/${name}` }),
    message: named.replaceAll('_attachments', 'attachments'),
  };
}
