import type { Flow } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import { titlesOf } from '../../../../dashboard/src/pages/flow/model/node-words.ts';
import { placedProblems } from '../../../../dashboard/src/pages/flow/model/problem-places.ts';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { FlowError } from '../../../../shared/engine/flow/flow-error.ts';
import type { FlowNode } from '../../../../shared/engine/flow/graph.ts';
import { compileUnsubscribe } from '../../../../shared/manage/templates/compile-unsubscribe.ts';
import { expect, test } from '../../../jest.ts';
import { check, flowOf, mail, send } from './flows.ts';

async function placedIn(flow: Flow) {
  return placedProblems(await problemsOf(flow), flow, titlesOf(flow));
}

test("the service's problems are shown at their nodes and fields, with the nodes' titles", async () => {
  const regex = { id: 're', type: 'verification', kind: 'regex', field: 'code', pattern: '(' };
  const nodes = [mail, regex as FlowNode, check('alone'), { ...send, from: '' } as FlowNode];

  const placed = await placedIn(flowOf(nodes, 're>mail', 'mail>send'));

  expect(placed).toEqual([
    { node: 'send', field: 'from', text: 'From must not be empty' },
    {
      ...{ node: 'alone', field: '' },
      text: '“E-mail domain” does not lead to “Provider (SES)”, where the flow ends; connect it or delete it',
    },
    {
      ...{ node: 're', field: 'pattern' },
      text: 'Pattern does not compile (missing closing ): `(`); RE2 syntax has no look-around, no back-references and at most 1,000 repeats',
    },
  ]);
});

test.each([
  [
    'a problem of an edge is shown at the node that it leaves',
    flowOf([mail, send], 'mail>send', 'send>mail'),
    'send',
    'The edge from “Provider (SES)” to “Template” begins at an output node, where the flow ends; delete the edge',
  ],
  [
    'a problem of the whole flow is shown at no node',
    flowOf([send]),
    null,
    'The flow has no template node; add one of type "template"',
  ],
])('%s', async (_, flow, node, text) => {
  expect(await placedIn(flow)).toEqual([{ node, field: '', text }]);
});

async function problemsOf(flow: unknown) {
  try {
    await compileFlow(flow, { mailboxProblem: () => null, compileUnsubscribe });
    return [];
  } catch (error) {
    if (!(error instanceof FlowError)) throw error;
    return error.problems.map(({ pointer, message }) => ({ pointer, detail: message }));
  }
}
