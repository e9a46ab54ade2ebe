import type { FlowOutcome, TraceStep } from '../../../../../functions/manage/contracts/flow.ts';
import { type Flow, isOutput } from './flow.ts';
import type { NameOf } from './node-words.ts';

export interface RunMark {
  readonly tone: 'good' | 'bad' | 'unreached';
  readonly words: string;
  /** In milliseconds, all steps together; null if the run did not reach the node. */
  readonly ms: number | null;
}

const words: Readonly<Record<string, string>> = {
  applied: 'Applied',
  passed: 'Passed',
  failed: 'Failed',
  taken: 'Taken',
  not_taken: 'Not taken',
  rendered: 'Rendered',
  returned: 'Returned',
  not_sent: 'Would send',
  sent: 'Sent',
  scheduled: 'Scheduled',
  refused: 'Refused',
  unknown: 'Unknown',
  misconfigured: 'Cannot send',
};

const badOutcomes = ['failed', 'refused', 'unknown', 'misconfigured'];

export function stepWords({ outcome }: TraceStep): string {
  return words[outcome] ?? outcome;
}

export function marksOf({ nodes }: Flow, trace: readonly TraceStep[]): Map<string, RunMark> {
  return new Map(nodes.map(({ id }) => [id, markOf(trace.filter(({ node }) => node === id))]));
}

function markOf(steps: readonly TraceStep[]): RunMark {
  const last = steps.at(-1);
  // A run reads the output's delivery fields first. If it then ends at another node, it did not reach the output.
  if (last === undefined || (last.type === 'delivery' && last.outcome === 'passed'))
    return { tone: 'unreached', words: 'Not reached', ms: null };
  const taken = steps.find(({ outcome }) => outcome === 'taken');
  const ms = Math.round(steps.reduce((sum, each) => sum + each.ms, 0) * 100) / 100;
  if (badOutcomes.includes(last.outcome)) return { tone: 'bad', words: stepWords(last), ms };
  const tone = last.outcome === 'not_taken' ? 'unreached' : 'good';
  return { tone, words: stepWords(taken ?? last), ms };
}

/** What execute would answer. */
export function outcomeWords({ outcome }: FlowOutcome, flow: Flow, nameOf: NameOf = (id) => id) {
  if (outcome.success) {
    const sends = flow.nodes.some(({ type }) => type === 'provider');
    const { templateId } = outcome;
    const of = typeof templateId === 'string' ? ` of the template “${nameOf(templateId)}”` : '';
    const text = sends
      ? `Execute would send this mail${of}. This test run sent nothing.`
      : `Execute would return this mail${of} to its caller.`;
    return { isGood: true, title: 'Everything passes', text };
  }
  const error = typeof outcome.error === 'string' ? outcome.error : 'No reason was given';
  if (outcome.type === 'flow_error')
    return { isGood: false, title: 'The flow cannot run', text: error };
  const field = typeof outcome.field === 'string' ? ` (field ${outcome.field})` : '';
  return { isGood: false, title: 'Nothing would be sent', text: `${error}${field}` };
}

export function failureOf({ outcome, trace }: FlowOutcome, flow: Flow) {
  if (outcome.success || typeof outcome.error !== 'string') return null;
  const bad = [...marksOf(flow, trace)].find(([, mark]) => mark.tone === 'bad');
  const node = bad?.[0] ?? flow.nodes.find(isOutput)?.id;
  return node === undefined ? null : { node, text: outcome.error };
}
