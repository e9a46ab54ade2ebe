import fc from 'fast-check';
import type { Progress } from '../../../local/progress.ts';
import { runCheck } from '../../../shared/engine/flow/checks.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import type { Delivery } from '../../../shared/engine/flow/delivery.ts';
import { FlowError, type FlowProblem } from '../../../shared/engine/flow/flow-error.ts';
import { loadPattern } from '../../../shared/engine/flow/pattern.ts';
import { type FlowPlan, readPlan } from '../../../shared/engine/flow/plan.ts';
import type { FlowPorts } from '../../../shared/engine/flow/ports.ts';
import { runFlow } from '../../../shared/engine/flow/run-flow.ts';
import {
  maxFlowNodes,
  maxFlowPatternInstructions,
  maxPatternCharacters,
  maxPatternInputCharacters,
} from '../../../shared/engine/limits.ts';
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import { renderUnsubscribe } from '../../../shared/message/unsubscribe.ts';
import { fail, type Properties, type Runs, tryProperties } from '../property-run.ts';
import { hostileGraph, hostileInput, hostilePattern } from './graph.ts';

/** Properties of every flow and every request, including an attacker's. */
export const flowProperties: Properties = {
  'a flow compiles, or is refused with the place of each problem': fc.asyncProperty(
    hostileGraph,
    async (graph) => {
      const compiled = await compileOrRefuse(graph);
      if ('problems' in compiled)
        for (const problem of compiled.problems) checkPlace(graph, problem);
      else checkPlan(compiled.plan);
    },
  ),
  'a plan calls each of its ports a bounded number of times': fc.asyncProperty(
    hostileGraph,
    hostileInput,
    async (graph, input) => {
      const compiled = await compileOrRefuse(graph);
      if ('problems' in compiled) return;
      const calls = new Map<string, number>();
      const { outcome, trace } = await runFlow(compiled.plan, input, counting(calls));
      const { variables, checks } = compiled.plan;
      if (trace.length > variables.length + checks.length + 3) fail(`${trace.length} steps`);
      if ((calls.get('look-up') ?? 0) > checks.length) fail('more look-ups than checks');
      const sends = calls.get('send') ?? 0;
      if (sends > (outcome.type === 'sent' ? 1 : 0))
        fail(`${sends} sends, but the outcome is ${outcome.type}`);
      if (input.dryRun && sends > 0) fail('a dry run sent');
    },
  ),
  'a pattern is refused with a reason, or can search any text': fc.asyncProperty(
    hostilePattern,
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.nat(maxPatternInputCharacters - 1).map((length) => `${'a'.repeat(length)}!`),
    ),
    async (source, text) => {
      const pattern = await loadPattern(source.slice(0, maxPatternCharacters));
      if (!pattern.ok && !/\S/.test(pattern.problem))
        fail('The pattern is refused without a reason');
      // A larger pattern is refused when its flow is saved.
      if (!pattern.ok || pattern.instructions > maxFlowPatternInstructions) return;
      if (typeof pattern.search(text) !== 'boolean') fail('The search has no result');
    },
  ),
};

export const tryFlows = (given: Runs, progress: Progress) =>
  tryProperties(flowProperties, given, progress);

const rules = {
  mailboxProblem: (text: string) => (text.includes('@') ? null : 'it has no @'),
  compileUnsubscribe,
};

async function compileOrRefuse(
  graph: unknown,
): Promise<{ plan: FlowPlan } | { problems: readonly FlowProblem[] }> {
  try {
    return { plan: await compileFlow(graph, rules) };
  } catch (error) {
    if (error instanceof FlowError) return error;
    throw error;
  }
}

/** Throws unless a problem's place is in the graph, or is the place of something missing. */
function checkPlace(graph: unknown, { pointer, message }: FlowProblem): void {
  if (!/\S/.test(message) || /[\n\r]/.test(message)) fail(`The message is no sentence: ${message}`);
  const path = pointer.split('/').slice(1);
  let value = graph;
  for (const [depth, part] of path.entries()) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, key)) {
      value = Reflect.get(value, key);
    } else if (depth < path.length - 1) fail(`There is no place ${pointer}: ${message}`);
  }
}

function checkPlan(plan: FlowPlan): void {
  const text = JSON.stringify(plan);
  const read = readPlan(JSON.parse(text));
  if (read === null || JSON.stringify(read) !== text) fail('The plan cannot be read again');
  if (plan.checks.length + plan.variables.length > maxFlowNodes)
    fail('The plan has too many nodes');
}

/** Ports that accept everything and count their calls. */
function counting(calls: Map<string, number>): FlowPorts<Delivery> {
  const count = (port: string) => calls.set(port, (calls.get(port) ?? 0) + 1);
  return {
    senderProblem: () => null,
    parseDelivery: (delivery) =>
      delivery._to
        ? { ok: true, recipients: delivery }
        : { ok: false, field: '_to', error: '_to is required' },
    recipientDomain: (to) => {
      const at = to.indexOf('@');
      return at === -1
        ? { ok: false, error: '_to is no address' }
        : { ok: true, domain: to.slice(at + 1) };
    },
    runCheck,
    lookupDomain: async () => {
      count('look-up');
      return { domain: true, mxRecords: true };
    },
    render: async () => {
      count('render');
      return { outcome: 'rendered', subject: '', html: '', text: '' };
    },
    renderUnsubscribe,
    send: async () => {
      count('send');
      return { outcome: 'sent', messageId: 'message-1' };
    },
    now: () => 0,
  };
}
