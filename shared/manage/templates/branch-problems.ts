import { readHead, type StoredHead } from '../../adapters/tables/templates-table.ts';
import { problemAt, quote } from '../../engine/flow/flow-error.ts';
import { flowGraph } from '../../engine/flow/graph.ts';
import type { ManageProblem } from '../manage-error.ts';
import { inParallel } from '../parallel.ts';
import type { PreparedTemplate } from './prepare-template.ts';
import type { TemplatePorts } from './template-head.ts';

/** Finds a template or partial by its id; null if there is none. */
type Find = (templateId: string) => Promise<Pick<StoredHead, 'kind'> | null>;

export const findIn =
  ({ templates }: TemplatePorts, accountId: string): Find =>
  (templateId) =>
    readHead(templates, accountId, templateId);

/** The branches of a flow that lead to no template. */
export async function branchProblems(flow: unknown, find: Find): Promise<ManageProblem[]> {
  const nodes = flowGraph.safeParse(flow).data?.nodes ?? [];
  const found = await inParallel([...nodes.entries()], async ([index, node]) => {
    if (node.type !== 'branch') return [];
    const head = await find(node.template);
    if (head !== null && head.kind !== 'partial') return [];
    const why = head === null ? 'does not exist' : 'is a partial, which is never sent itself';
    const message = `node ${quote(node.id)}: template ${node.template} ${why}; choose another one`;
    const problem = problemAt(['nodes', index, 'template'], 'unknown-template', message);
    return [{ ...problem, part: 'flow' as const }];
  });
  return found.flat();
}

/** The same for templates that are saved together, but for those that are only saved again with a partial. */
export async function branchProblemsOf(
  ports: TemplatePorts,
  accountId: string,
  prepared: readonly PreparedTemplate[],
): Promise<ManageProblem[]> {
  const saved = new Map(
    prepared.flatMap(({ templateId, revision }) =>
      revision.kind === 'partial' ? [] : [[templateId, {}] as const],
    ),
  );
  const stored = findIn(ports, accountId);
  const find: Find = async (id) => saved.get(id) ?? stored(id);
  const found = await inParallel(prepared, async ({ templateId, revision, isDependent }) => {
    if (isDependent) return [];
    const problems = await branchProblems(revision.flow, find);
    return problems.map((problem) => ({ templateId, ...problem }));
  });
  return found.flat();
}
