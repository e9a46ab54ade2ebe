import { templateLoader } from '../../adapters/tables/template-loader.ts';
import type { Delivery } from '../../engine/flow/delivery.ts';
import { validationFailed } from '../../engine/flow/outcome.ts';
import type { FlowRun } from '../../engine/flow/run-flow.ts';
import { askedLanguage } from '../../engine/language/asked-language.ts';
import { followBranch } from '../../execute/follow-branch.ts';
import { runStoredFlow, type StoredFlowPorts } from '../../execute/stored-flow.ts';
import type { MessageStore } from '../../message/message-store.ts';
import { parseDelivery } from '../../message/recipients.ts';
import { deliveryAddresses } from '../../message/suppression.ts';
import type { ManageProblem } from '../manage-error.ts';
import { type Compilation, compileSource } from './compile-source.ts';
import { readKnown } from './partials/known-partials.ts';
import { seenFrom } from './partials/partial-problems.ts';
import type { TemplatePorts } from './template-head.ts';
import { draftSource, type TemplateDraft } from './template-source.ts';

export interface DryRunPorts extends StoredFlowPorts, TemplatePorts {
  store: Pick<MessageStore, 'readClaimAndSuppressed'>;
  suppression: boolean;
  /** The `personKey` of an account that has forgotten people. Default: none has. */
  readForgottenKey?: (accountId: string) => Promise<string | undefined>;
}

/** The fields of execute that a dry run takes. */
export type DryDelivery = Delivery & { readonly _language?: string | undefined };

/**
 * Runs a draft's flow as execute would, without the send; or returns the draft's problems.
 *
 * @throws {Refusal} `noDnsAnswer`, and `wrongType` and `overLimit` like every rendering
 */
export async function dryRun(
  {
    draft,
    data,
    delivery,
  }: { draft: TemplateDraft; data: Record<string, unknown>; delivery: DryDelivery },
  accountId: string,
  ports: DryRunPorts,
): Promise<{ ok: true; run: FlowRun } | { ok: false; problems: readonly ManageProblem[] }> {
  const compilation = await compileDraft(ports, accountId, draft);
  if (!compilation.ok) return compilation;
  const { plan, compiled } = compilation.revision;
  const addresses =
    ports.suppression && parseDelivery(delivery, ports.newThread).ok
      ? deliveryAddresses(delivery)
      : [];
  const personKey = addresses.length > 0 ? await ports.readForgottenKey?.(accountId) : undefined;
  const more = { personKey };
  const { suppressed } = await ports.store.readClaimAndSuppressed(accountId, null, addresses, more);
  const request = { ...delivery, variables: data, _dryRun: true };
  const asked = askedLanguage('_language', delivery._language);
  if (!asked.ok) {
    return { ok: true, run: { outcome: validationFailed('_language', asked.error), trace: [] } };
  }
  const load = templateLoader(ports.templates);
  const draftTemplate = { compiled, plan, copies: null };
  const { template, branch } = await followBranch(
    draftTemplate,
    { request, asked: asked.tag },
    (id) => load(accountId, id),
  );
  const work = { request, template, branch, suppressed, send: sendNothing };
  return { ok: true, run: await runStoredFlow(plan, work, ports) };
}

/** Compiles a draft with the stored partials that it takes; places are those that its author sees. */
export async function compileDraft(
  ports: TemplatePorts,
  accountId: string,
  draft: TemplateDraft,
): Promise<Compilation> {
  const source = draftSource(draft);
  const compilation = await compileSource(source, await readKnown(ports, accountId, [source]));
  if (compilation.ok) return compilation;
  const problems = compilation.problems.map((problem) => seenFrom(source.templateId, problem));
  return { ok: false, problems };
}

/** The send of a dry run, which its flow never reaches. */
export const sendNothing = {
  send: () => Promise.reject(new Error('A dry run was about to send')),
};
