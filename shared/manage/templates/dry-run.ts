import type { Delivery } from '../../engine/flow/delivery.ts';
import type { FlowRun } from '../../engine/flow/run-flow.ts';
import { runStoredFlow, type StoredFlowPorts } from '../../execute/stored-flow.ts';
import type { MessageStore } from '../../message/message-store.ts';
import { parseDelivery } from '../../message/recipients.ts';
import { deliveryAddresses } from '../../message/suppression.ts';
import type { ManageProblem } from '../manage-error.ts';
import { type Compilation, compileSource } from './compile-source.ts';
import type { TemplateDraft } from './render-draft.ts';

/** What a dry run needs. */
export interface DryRunPorts extends StoredFlowPorts {
  store: Pick<MessageStore, 'readClaimAndSuppressed'>;
  /** Whether suppressed addresses are refused. */
  suppression: boolean;
}

/** A draft with its flow; `flow` is null if it has none. */
export interface FlowDraft extends TemplateDraft {
  flow: unknown;
}

/**
 * Runs a draft's flow for an account as execute would, but without the send; or returns the draft's
 * problems.
 *
 * @throws {Refusal} `noDnsAnswer`, and `wrongType` and `overLimit` like every rendering
 */
export async function dryRun(
  {
    draft,
    data,
    delivery,
  }: { draft: FlowDraft; data: Record<string, unknown>; delivery: Delivery },
  accountId: string,
  ports: DryRunPorts,
): Promise<{ ok: true; run: FlowRun } | { ok: false; problems: readonly ManageProblem[] }> {
  const compilation = await compileDraft(draft);
  if (!compilation.ok) return compilation;
  const { plan, compiled } = compilation.revision;
  const addresses =
    ports.suppression && parseDelivery(delivery).ok ? deliveryAddresses(delivery) : [];
  const { suppressed } = await ports.store.readClaimAndSuppressed(accountId, null, addresses);
  const request = { ...delivery, variables: data, _dryRun: true };
  const work = { request, template: { compiled }, suppressed, send: nothing };
  return { ok: true, run: await runStoredFlow(plan, work, ports) };
}

/** Compiles a draft under a made-up name and id, because it has neither. */
export function compileDraft({ text, ...draft }: FlowDraft): Promise<Compilation> {
  const named = { templateId: 'draft', name: 'draft' };
  return compileSource({ ...named, ...draft, text: text ?? undefined });
}

const nothing = {
  send: () => Promise.reject(new Error('A dry run was about to send')),
};
