import type { TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { LoadedTemplate } from '../../adapters/tables/template-loader.ts';
import { Refusal } from '../../engine/errors.ts';
import { type CheckInput, checkInputs } from '../../engine/flow/check-inputs.ts';
import { runCheck } from '../../engine/flow/checks.ts';
import { unreadableFlow } from '../../engine/flow/outcome.ts';
import { type FlowCheck, type FlowPlan, readPlan } from '../../engine/flow/plan.ts';
import type { MailContent } from '../../engine/flow/ports.ts';
import { lookUp } from '../../engine/flow/variables.ts';
import { programsOf } from '../../engine/render/compiled-template.ts';
import { followBranch } from '../../execute/follow-branch.ts';
import { inAskedLanguage } from '../../execute/mail-language.ts';
import { type FlowRequest, runStoredFlow } from '../../execute/stored-flow.ts';
import { mark } from '../../message/mask-secrets.ts';
import type { MessageRecord } from '../../message/message.ts';
import type { MessageCopy } from '../../message/message-copy.ts';

/** A template that mails are made with, in all its languages: what is served, or the candidate. */
export function sideOf({ plan, compiled, language, languages = {} }: TemplateRevision) {
  const own: LoadedTemplate = {
    revision: 0,
    ...{ language, compiled: programsOf(compiled), plan: readPlan(plan), copies: null },
  };
  const others = new Map(
    Object.entries(languages).map(([tag, other]) => [tag, programsOf(other.compiled)]),
  );
  const load = (tag: string) => ({
    ...own,
    language: tag,
    compiled: others.get(tag) ?? own.compiled,
  });
  return { ...own, languages: { tags: [...others.keys()], load } };
}

/** Why the deployment cannot send from an address, null if it can; and the templates to which a branch may lead. */
export interface ReplayPorts {
  senderProblem: (from: string) => string | null;
  loadServed: LoadOther;
  loadCandidate: LoadOther;
}

type LoadOther = (templateId: string) => Promise<LoadedTemplate | null>;

/** What is served, and the candidate. */
export interface Sides extends ReplayPorts {
  served: LoadedTemplate;
  candidate: LoadedTemplate;
}

/** A mail that was made, or the error that its caller would get. */
type MadeMail = { mail: MailContent } | { error: string; refusal?: Refusal };

/**
 * `text`: the subjects or texts differ. `html`: only the HTML differs. `failing`: both fail. `mended`: only the served
 * one fails. `masked`: unknown, because a masked value does not suit its place.
 */
export type Verdict =
  | { type: 'same' | 'text' | 'html' | 'mended' | 'masked' }
  | { type: 'broken' | 'failing'; error: string };

/** Sends nothing and asks no DNS. A mail that fails is null. `skipped`: the nodes with patterns for masked values. */
export async function judgeMail(
  { served, candidate, senderProblem, loadServed, loadCandidate }: Sides,
  record: Pick<MessageRecord, 'recipients' | 'language'>,
  copy: MessageCopy,
) {
  const { variables, masked } = fillMasked(copy.variables);
  // For a scheduled mail only the record has the language that was chosen.
  const _language = copy.given?._language ?? record.language;
  const request = { ...addressesOf(record), ...copy.given, _language, variables };
  const makeWith = async (side: LoadedTemplate, load: LoadOther) => {
    if (side.plan === null)
      return { made: { error: unreadableFlow.error } as MadeMail, skipped: [] };
    const { reduced, skipped } = withoutMaskedPatterns(side.plan, copy);
    return { made: await make(reduced, side, { request, senderProblem, load }), skipped };
  };
  const { made: before } = await makeWith(served, loadServed);
  const { made: after, skipped } = await makeWith(candidate, loadCandidate);
  const isMasked = [before, after].some(
    (made) => 'error' in made && made.refusal?.details.some((name) => mayBeMasked(name, masked)),
  );
  const verdict: Verdict = isMasked
    ? { type: 'masked' }
    : (notSentAnyMore(served, candidate) ?? compare(before, after));
  return { verdict, served: mailOf(before), candidate: mailOf(after), skipped };
}

function compare(served: MadeMail, candidate: MadeMail): Verdict {
  if ('error' in candidate) {
    return { type: 'error' in served ? 'failing' : 'broken', error: candidate.error };
  }
  if ('error' in served) return { type: 'mended' };
  const [one, other] = [served.mail, candidate.mail];
  if (one.subject !== other.subject || one.text !== other.text) return { type: 'text' };
  return { type: one.html === other.html ? 'same' : 'html' };
}

/** Copies are kept only of mails that were sent, so a flow that does not send any more breaks them. */
function notSentAnyMore(served: LoadedTemplate, candidate: LoadedTemplate): Verdict | null {
  if (served.plan?.output.type !== 'provider') return null;
  if (candidate.plan?.output.type !== 'callback') return null;
  return { type: 'broken', error: 'The flow would return the mail instead of sending it' };
}

const mailOf = (made: MadeMail) => ('mail' in made ? made.mail : null);

async function make(
  plan: FlowPlan,
  side: LoadedTemplate,
  {
    request,
    senderProblem,
    load,
  }: Pick<Sides, 'senderProblem'> & { request: FlowRequest; load: LoadOther },
): Promise<MadeMail> {
  const newThread = () => 'r+replay@example.com';
  const lookupDomain = async () => existing;
  const ports = { senderProblem, runCheck, lookupDomain, newThread, now: () => 0 };
  try {
    const inLanguage = inAskedLanguage(side, request._language);
    const { languages, refused } = inLanguage;
    if (refused && !refused.success) return { error: refused.error };
    const dry = { ...request, _dryRun: true };
    const { asked, template: own } = inLanguage;
    const { template, branch } = await followBranch(own, { request, asked }, load);
    const work = { request: dry, template, branch, languages, suppressed: [], send: nothing };
    const { outcome } = await runStoredFlow(plan, work, ports);
    if (!outcome.success) return { error: outcome.error };
    if (outcome.type !== 'callback') throw new Error('A replay was about to send');
    const { subject, html, text } = outcome;
    return { mail: { subject, html, text } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: error.message, refusal: error };
  }
}

const nothing = { send: () => Promise.reject(new Error('A replay was about to send')) };

/** A replay asks no DNS: it assumes that every domain accepts mail. */
const existing = { domain: true, mxRecords: true };

function addressesOf({ recipients }: Pick<MessageRecord, 'recipients'>) {
  const listed = (wanted: string) =>
    recipients.flatMap(({ field, address }) => (field === wanted ? address : [])).join(', ');
  return { _to: listed('_to'), _cc: listed('_cc'), _bcc: listed('_bcc') };
}

interface FilledVariables {
  /** With a text of the same length in place of each masked value. */
  variables: Record<string, unknown>;
  /** The names of the masked values, without the names of the values that contain them. */
  masked: ReadonlySet<string>;
}

/** A digit suits most of the places whose values are checked: a port, a host, a style, an address. */
const filling = '1';

function fillMasked(variables: Record<string, unknown>): FilledVariables {
  const masked = new Set<string>();
  return { variables: filledObject(variables, masked), masked };
}

function filledObject(value: object, masked: Set<string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, filled(field, name, masked)]),
  );
}

function filled(value: unknown, name: string, masked: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, name, masked));
  if (typeof value === 'object' && value !== null) return filledObject(value, masked);
  if (!isMasked(value)) return value;
  masked.add(lastPart(name));
  return filling.repeat(value.length);
}

function isMasked(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.replaceAll(mark, '') === '';
}

/** Whether a refused placeholder may have printed a masked value. `{{.}}` is an item of any list. */
function mayBeMasked(placeholder: unknown, masked: ReadonlySet<string>): boolean {
  if (typeof placeholder !== 'string') return false;
  return placeholder === '{{.}}' ? masked.size > 0 : masked.has(lastPart(placeholder));
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** The plan without the patterns over masked values, and the nodes that were left out. */
function withoutMaskedPatterns(
  plan: FlowPlan,
  { variables, given }: Pick<MessageCopy, 'variables' | 'given'>,
): { reduced: FlowPlan; skipped: string[] } {
  const isMaskedInput = ({ name }: CheckInput) => {
    const value = name === '_subject' ? given?._subject : lookUp(variables, name);
    return typeof value === 'string' && value.includes(mark);
  };
  const isOverMasked = (check: FlowCheck) =>
    checkInputs(check).some((input) => input.isPrinted && isMaskedInput(input));
  const skipped = plan.checks.filter(isOverMasked).map(({ node }) => node);
  const checks = plan.checks.filter((check) => !isOverMasked(check));
  return { reduced: { ...plan, checks }, skipped };
}
