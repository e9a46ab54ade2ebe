import { type Draft, type DraftNode, isOutput, isSameEdge, nodeOf } from './flow-draft.ts';
import type { FlowEdge } from './flow-graph.ts';
import { type AddableKind, titlesOf } from './node-words.ts';
import { wayBetween } from './order.ts';

/**
 * Why two nodes cannot be connected, as a sentence; null where they can. The same rules as the
 * service's, which says the last word: these only say it at once.
 */
export function whyNotConnect(draft: Draft, { from, to }: FlowEdge): string | null {
  const [source, target] = [nodeOf(draft, from), nodeOf(draft, to)];
  if (source === undefined || target === undefined) return 'One of the two nodes is gone.';
  const titles = titlesOf(draft);
  const [first, second] = [titles.get(from), titles.get(to)];
  if (from === to) return `“${first}” cannot lead to itself.`;
  if (draft.edges.some((edge) => isSameEdge(edge, { from, to })))
    return `“${first}” leads to “${second}” already.`;
  if (isOutput(source)) return `“${first}” ends the flow: nothing can come after it.`;
  if (target.type === 'variables')
    return `“${second}” begins the flow: nothing can come before it. Connect the two the other way round.`;
  const way = wayBetween(to, from, draft.edges);
  if (way === null) return null;
  const trail = [from, ...way].map((id) => `“${titles.get(id)}”`).join(' → ');
  return `This would go round in a circle: ${trail}.`;
}

/** Why a node of this kind cannot be added; null where it can. */
export function whyNotAdd(draft: Draft, kind: AddableKind): string | null {
  if (draft.nodes.length >= maxNodes) return `A flow has at most ${maxNodes} nodes.`;
  if (kind !== 'provider' && kind !== 'callback') return null;
  const output = draft.nodes.find(isOutput);
  if (output === undefined) return null;
  return `The flow ends in “${titlesOf(draft).get(output.id)}” already, and has one output only: change or delete that one.`;
}

/** Why a node cannot be put onto an edge; null where it can. */
export function whyNotInsert(draft: Draft, kind: AddableKind): string | null {
  if (kind === 'variables')
    return 'Variables begin the flow: add them, then connect them to the first node.';
  return whyNotAdd(draft, kind) ?? (kind === 'provider' || kind === 'callback' ? endsIt : null);
}

const endsIt = 'An output ends the flow: it cannot stand between two nodes.';

/** Why a node cannot be deleted; null where it can. */
export function whyNotDelete(node: DraftNode): string | null {
  return node.type === 'template'
    ? 'A flow needs its template: remove the whole flow instead.'
    : null;
}

/** The service's own limit; it says so too. */
const maxNodes = 100;
