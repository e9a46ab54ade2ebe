import { canonicalTag } from '../language/language-tag.ts';
import { maxFlowNodes, maxFlowPatternInstructions } from '../limits.ts';
import { languageField, threadReplyTo } from './delivery.ts';
import { type FlowProblem, problemAt, quote } from './flow-error.ts';
import { type FlowNode, flowNode, kindOf, type NodeKind, type NodeOf } from './graph.ts';
import { loadPattern } from './pattern.ts';
import type { UnsubscribeSteps } from './plan.ts';

/** Rules for a flow's fields that come from outside the flow engine. */
export type FlowRules = {
  /** What is wrong with `a@b` or `Name <a@b>`, as the end of a sentence; null if nothing is. */
  readonly mailboxProblem: (text: string) => string | null;
  /** Compiles an address to unsubscribe, or says what is wrong with it, as the end of a sentence. */
  readonly compileUnsubscribe: (
    text: string,
  ) =>
    | { readonly ok: true; readonly steps: UnsubscribeSteps }
    | { readonly ok: false; readonly problem: string };
};

type Placed<Kind extends NodeKind> = { readonly node: NodeOf<Kind>; readonly index: number };
type FindProblems<Kind extends NodeKind> = (
  placed: readonly Placed<Kind>[],
  rules: FlowRules,
) => readonly FlowProblem[] | Promise<readonly FlowProblem[]>;

/** Finds wrong values in the nodes of each kind; null if the schema checks all values of this kind. */
const valueProblems: { readonly [Kind in NodeKind]: FindProblems<Kind> | null } = {
  regex: patternProblems,
  provider: (placed, rules) => [
    ...placed.flatMap((each) => mailboxProblems(each, rules)),
    ...placed.flatMap((each) => unsubscribeProblems(each, rules)),
  ],
  variables: doubleVariables,
  email_domain: null,
  required_fields: null,
  branch: wrongLanguages,
  template: null,
  callback: null,
};

/** Finds wrong patterns and addresses, and variables named twice, in nodes of the right shape. */
export async function fieldProblems(graph: unknown, rules: FlowRules): Promise<FlowProblem[]> {
  const placed = readableNodes(graph);
  const problems: FlowProblem[] = [];
  for (const [kind, find] of Object.entries(valueProblems)) {
    const ofKind = placed.filter(({ node }) => kindOf(node) === kind);
    problems.push(...((await find?.(ofKind as never, rules)) ?? []));
  }
  return problems;
}

function readableNodes(graph: unknown): { node: FlowNode; index: number }[] {
  if (typeof graph !== 'object' || graph === null || !('nodes' in graph)) return [];
  if (!Array.isArray(graph.nodes) || graph.nodes.length > maxFlowNodes) return [];
  return graph.nodes.flatMap((raw, index) => {
    const node = flowNode.safeParse(raw);
    return node.success ? [{ node: node.data, index }] : [];
  });
}

/** Compiles the patterns one after the other and stops at the limit, because compiling takes time, too. */
async function patternProblems(nodes: readonly Placed<'regex'>[]): Promise<FlowProblem[]> {
  const problems: FlowProblem[] = [];
  let instructions = 0;
  for (const { node, index } of nodes) {
    const pattern = await loadPattern(node.pattern);
    if (pattern.ok) instructions += pattern.instructions;
    const problem = pattern.ok ? costProblem(instructions) : syntaxProblem(pattern.problem);
    if (problem === null) continue;
    const code = pattern.ok ? 'costly-pattern' : 'bad-pattern';
    const message = `node ${quote(node.id)}: ${problem}`;
    problems.push(problemAt(['nodes', index, 'pattern'], code, message));
    if (pattern.ok) break;
  }
  return problems;
}

function syntaxProblem(problem: string): string {
  return `pattern does not compile (${problem}); RE2 syntax has no look-around, no back-references and at most 1,000 repeats`;
}

function costProblem(instructions: number): string | null {
  if (instructions <= maxFlowPatternInstructions) return null;
  const [found, limit] = [instructions, maxFlowPatternInstructions].map((count) =>
    count.toLocaleString('en'),
  );
  return `the patterns of the flow up to this one take ${found} steps for each character, and at most ${limit} are allowed; lower the repeat counts, as in {1,20}`;
}

function mailboxProblems({ node, index }: Placed<'provider'>, rules: FlowRules): FlowProblem[] {
  return (['from', 'replyTo'] as const).flatMap((field) => {
    const text = node[field] ?? null;
    const isThread = field === 'replyTo' && text === threadReplyTo;
    const problem = text === null || isThread ? null : rules.mailboxProblem(text);
    if (problem === null) return [];
    const message = `node ${quote(node.id)}: ${field} must be an address like hi@example.com or Name <hi@example.com>: ${problem}`;
    return [problemAt(['nodes', index, field], 'bad-mailbox', message)];
  });
}

function unsubscribeProblems({ node, index }: Placed<'provider'>, rules: FlowRules): FlowProblem[] {
  if (!node.unsubscribe) return [];
  const compiled = rules.compileUnsubscribe(node.unsubscribe);
  if (compiled.ok) return [];
  const message = `node ${quote(node.id)}: unsubscribe ${compiled.problem}`;
  return [problemAt(['nodes', index, 'unsubscribe'], 'bad-unsubscribe', message)];
}

function wrongLanguages(nodes: readonly Placed<'branch'>[]): FlowProblem[] {
  return nodes.flatMap(({ node, index }) =>
    (node.field === languageField ? (node.values ?? []) : []).flatMap((value, position) => {
      if (canonicalTag(value) === value) return [];
      const example = canonicalTag(value) ?? 'pt or pt-BR';
      const message = `node ${quote(node.id)}: values names the language ${quote(value)}, which must be a language tag, such as ${example}`;
      return [problemAt(['nodes', index, 'values', position], 'bad-language', message)];
    }),
  );
}

function doubleVariables(nodes: readonly Placed<'variables'>[]): FlowProblem[] {
  const owners = new Map<string, string>();
  return nodes.flatMap(({ node, index }) => {
    return node.variables.flatMap(({ name }, position) => {
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, node.id);
        return [];
      }
      const message = `node ${quote(node.id)}: variable ${quote(name)} is already in node ${quote(owner)}; name it once`;
      const place = ['nodes', index, 'variables', position, 'name'];
      return [problemAt(place, 'duplicate-variable', message)];
    });
  });
}
