import { titlesOf } from '../../../../dashboard/src/pages/flow/model/node-words.ts';
import {
  placedProblems,
  problemAt,
} from '../../../../dashboard/src/pages/flow/model/problem-places.ts';
import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { FlowError } from '../../../../shared/engine/flow/flow-error.ts';
import { compileUnsubscribe } from '../../../../shared/manage/templates/compile-unsubscribe.ts';
import { expect, test } from '../../../jest.ts';
import { check, flowOf, mail, send } from './flows.ts';

test("the service's problems are shown at their nodes and fields, with the nodes' titles", async () => {
  const regex = {
    id: 're',
    type: 'verification',
    kind: 'regex',
    field: 'code',
    pattern: '(',
  } as const;
  const flow = flowOf(
    [mail, regex, check('alone'), { id: 'send', type: 'provider', provider: 'ses', from: '' }],
    're>mail',
    'mail>send',
  );

  const placed = placedProblems(await problemsOf(flow), flow, titlesOf(flow));

  expect(placed).toEqual([
    { node: 'send', field: 'from', text: 'From must not be empty' },
    {
      node: 'alone',
      field: '',
      text: '“E-mail domain” does not lead to “Provider (SES)”, where the flow ends; connect it or delete it',
    },
    {
      node: 're',
      field: 'pattern',
      text: 'Pattern does not compile (missing closing ): `(`); RE2 syntax has no look-around, no back-references and at most 1,000 repeats',
    },
  ]);
  expect(problemAt(placed, 're', 'pattern')).toBe(placed[2]?.text);
  expect(problemAt(placed, 're', 'field')).toBeUndefined();
});

test('a problem of an edge is shown at the node that it leaves', async () => {
  const flow = flowOf([mail, send], 'mail>send', 'send>mail');

  const placed = placedProblems(await problemsOf(flow), flow, titlesOf(flow));

  expect(placed).toEqual([
    {
      node: 'send',
      field: '',
      text: 'The edge from “Provider (SES)” to “Template” begins at an output node, where the flow ends; delete the edge',
    },
  ]);
});

test('a problem of the whole flow is shown at no node', async () => {
  const flow = flowOf([send]);

  const placed = placedProblems(await problemsOf(flow), flow, titlesOf(flow));

  expect(placed).toEqual([
    { node: null, field: '', text: 'The flow has no template node; add one of type "template"' },
  ]);
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
