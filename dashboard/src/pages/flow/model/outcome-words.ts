import type { FlowOutcome } from '../../../../../functions/manage/contracts/flow.ts';
import { type Draft, isOutput } from './flow-draft.ts';
import { marksOf } from './run-marks.ts';

export interface OutcomeWords {
  isGood: boolean;
  title: string;
  text: string;
}

/** What execute would have answered, said in words. Of a run that sends, nothing was sent. */
export function outcomeWords({ outcome }: FlowOutcome, draft: Draft | null): OutcomeWords {
  if (outcome.success) {
    const sends = draft?.nodes.some(({ type }) => type === 'provider') ?? false;
    return sends
      ? {
          isGood: true,
          title: 'Everything passes',
          text: 'Execute would send this mail. Nothing was sent now.',
        }
      : {
          isGood: true,
          title: 'Everything passes',
          text: 'Execute would return this mail to its caller.',
        };
  }
  const error = typeof outcome.error === 'string' ? outcome.error : 'No reason was given';
  if (outcome.type === 'flow_error')
    return { isGood: false, title: 'The flow cannot run', text: error };
  const field = typeof outcome.field === 'string' ? ` (field ${outcome.field})` : '';
  return { isGood: false, title: 'Nothing would be sent', text: `${error}${field}` };
}

/** The node at which a run ended badly, with the reason; null where it went well. */
export function failureOf(
  { outcome, trace }: FlowOutcome,
  draft: Draft | null,
): { node: string; text: string } | null {
  if (outcome.success || typeof outcome.error !== 'string' || !draft) return null;
  const ids = draft.nodes.map(({ id }) => id);
  const bad = [...marksOf(ids, trace)].find(([, mark]) => mark.tone === 'bad');
  const node = bad?.[0] ?? draft.nodes.find(isOutput)?.id;
  return node === undefined ? null : { node, text: outcome.error };
}

/** A flow without the places of its nodes: a run is still of this flow when one was moved. */
export function whatRuns(draft: Draft | null): string {
  return JSON.stringify(draft, (key, value) => (key === 'position' ? undefined : value));
}
