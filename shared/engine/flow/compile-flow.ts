import { type FlowRules, fieldProblems } from './fields.ts';
import { FlowError } from './flow-error.ts';
import {
  type FlowGraph,
  type FlowNode,
  flowGraph,
  flowSkeleton,
  type NodeOf,
  type VerificationKind,
} from './graph.ts';
import {
  type FlowBranch,
  type FlowCheck,
  type FlowOutput,
  type FlowPlan,
  planVersion,
} from './plan.ts';
import { runOrder } from './run-order.ts';
import { shapeProblems } from './shape.ts';
import { structureProblems } from './structure.ts';

/**
 * Compiles a graph into the plan that is stored and run.
 *
 * @throws {FlowError} with everything that is wrong with the graph
 */
export async function compileFlow(graph: unknown, rules: FlowRules): Promise<FlowPlan> {
  const shape = flowGraph.safeParse(graph);
  const skeleton = flowSkeleton.safeParse(graph);
  const problems = [
    ...(shape.success ? [] : shapeProblems(graph, shape.error.issues)),
    ...(skeleton.success ? structureProblems(skeleton.data) : []),
    ...(await fieldProblems(graph, rules)),
  ];
  if (!shape.success || problems.length > 0) throw new FlowError(problems);
  return planOf(shape.data, rules);
}

function planOf({ nodes, edges }: FlowGraph, rules: FlowRules): FlowPlan {
  const ordered = runOrder(nodes, edges);
  const branches = ordered.flatMap(branchOf);
  return {
    version: planVersion,
    variables: ordered.flatMap(defaultsOf),
    checks: ordered.filter((node) => node.type === 'verification').map(checkOf),
    ...(branches.length > 0 && { branches }),
    template: nodes.find(({ type }) => type === 'template')?.id ?? null,
    output: ordered.map((node) => outputOf(node, rules)).find((output) => output !== null) ?? {
      type: 'callback',
      node: null,
    },
  };
}

function defaultsOf(node: FlowNode): FlowPlan['variables'] {
  if (node.type !== 'variables') return [];
  const defaults = node.variables.flatMap(({ name, default: value }) =>
    value === undefined || value === null ? [] : [{ name, value }],
  );
  return [{ node: node.id, defaults }];
}

function checkOf({ id, ...node }: NodeOf<VerificationKind>): FlowCheck {
  switch (node.kind) {
    case 'email_domain':
      return { node: id, kind: node.kind };
    case 'required_fields':
      return { node: id, kind: node.kind, fields: node.fields };
    case 'regex': {
      const { kind, field, pattern, message = null } = node;
      return { node: id, kind, field, pattern, message };
    }
  }
}

function branchOf(each: FlowNode): FlowBranch[] {
  if (each.type !== 'branch') return [];
  const { id: node, field, values = null, template } = each;
  return [{ node, field, values, template }];
}

function outputOf(node: FlowNode, { compileUnsubscribe }: FlowRules): FlowOutput | null {
  if (node.type === 'callback') return { type: 'callback', node: node.id };
  if (node.type !== 'provider') return null;
  const { id, type, provider, from, replyTo = null } = node;
  const compiled = node.unsubscribe ? compileUnsubscribe(node.unsubscribe) : null;
  const unsubscribe = compiled?.ok ? compiled.steps : null;
  return { type, node: id, provider, from, replyTo, unsubscribe };
}
