import type { FieldProblem } from '../../../../../functions/manage/contracts/problem.ts';
import { readJson } from '../../../draft/test-data.ts';
import { capital } from '../../../parts/capital.ts';
import type { Flow } from './flow.ts';

export interface PlacedProblem {
  /** Null: the whole flow. */
  readonly node: string | null;
  /** A path within the node: `pattern`, `variables/0/name`; empty: the whole node. */
  readonly field: string;
  /** Has the titles of nodes instead of their ids. */
  readonly text: string;
}

export function placedProblems(
  problems: readonly FieldProblem[],
  flow: Flow,
  titles: ReadonlyMap<string, string>,
): PlacedProblem[] {
  return problems.map(({ pointer, detail }) => {
    const [list, index = 'none', ...rest] = pointer.split('/').slice(1);
    const node = list === 'nodes' ? flow.nodes[Number(index)]?.id : undefined;
    const edge = list === 'edges' ? flow.edges[Number(index)] : undefined;
    return {
      node: node ?? edge?.from ?? null,
      field: node === undefined ? '' : rest.join('/'),
      text: sentence(detail, node, titles),
    };
  });
}

// Removes `node "a": `, because the page shows the problem there. Replaces other ids by titles.
function sentence(
  detail: string,
  node: string | undefined,
  titles: ReadonlyMap<string, string>,
): string {
  const opening = node === undefined ? '' : `node ${JSON.stringify(node)}: `;
  const rest = detail.startsWith(opening) ? detail.slice(opening.length) : detail;
  const text = rest.replace(/(?:node )?("(?:[^"\\]|\\.)*")/g, (found, quoted: string) => {
    const title = titles.get(String(readJson(quoted)?.json));
    return title === undefined ? found : `“${title}”`;
  });
  return capital(text);
}
