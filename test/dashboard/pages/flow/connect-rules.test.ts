import {
  whyNotAdd,
  whyNotConnect,
} from '../../../../dashboard/src/pages/flow/model/connect-rules.ts';
import type { Flow } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import type { AddableKind } from '../../../../dashboard/src/pages/flow/model/node-words.ts';
import type { FlowEdge } from '../../../../shared/engine/flow/graph.ts';
import { expect, test } from '../../../jest.ts';
import { branch, check, flowOf, inputs, mail, send } from './flows.ts';

const nodes = [inputs(), check('domain'), mail, send, check('late'), branch('pro')];
const flow = flowOf(nodes, 'domain>mail', 'mail>send');

test.each<[string, FlowEdge, string | null]>([
  ['is possible', { from: 'inputs', to: 'domain' }, null],
  [
    'does not lead past the template, which runs before each output',
    { from: 'domain', to: 'send' },
    '“Provider (SES)” runs after the template: connect “E-mail domain” to the template instead.',
  ],
  [
    'does not lead from the template to a verification, which runs before it',
    { from: 'mail', to: 'late' },
    '“E-mail domain 2” runs before “Template”: connect the two the other way round.',
  ],
  ['is possible from a verification to a branch', { from: 'domain', to: 'pro' }, null],
  [
    'does not lead from a branch to a verification, which runs before it',
    { from: 'pro', to: 'late' },
    '“E-mail domain 2” runs before “Branch”: connect the two the other way round.',
  ],
  [
    'does not lead from the template to a branch, which runs before it',
    { from: 'mail', to: 'pro' },
    '“Branch” runs before “Template”: connect the two the other way round.',
  ],
  [
    'does not connect a node with itself',
    { from: 'mail', to: 'mail' },
    '“Template” cannot lead to itself.',
  ],
  [
    'is possible once',
    { from: 'mail', to: 'send' },
    '“Template” already leads to “Provider (SES)”.',
  ],
  [
    'does not begin at an output',
    { from: 'send', to: 'domain' },
    '“Provider (SES)” ends the flow: nothing can come after it.',
  ],
  [
    'does not end at variables',
    { from: 'domain', to: 'inputs' },
    '“Variables” begins the flow: nothing can come before it. Connect the two the other way round.',
  ],
  [
    'makes no circle, and names the circle that it would make',
    { from: 'mail', to: 'domain' },
    'This would create a cycle: “Template” → “E-mail domain” → “Template”.',
  ],
  ['needs both nodes', { from: 'mail', to: 'gone' }, 'One of the two nodes was deleted.'],
])('a connection of two nodes %s', (_, edge, reason) => {
  expect(whyNotConnect(flow, edge)).toBe(reason);
});

const sending = flowOf([mail, send], 'mail>send');

const full = flowOf(Array.from({ length: 100 }, (_, number) => check(`c${number}`)));

test.each<[string, Flow, AddableKind, string | null]>([
  ['is possible if a flow may have many of its kind', sending, 'regex', null],
  ['is possible if it is the first output', flowOf([mail]), 'callback', null],
  [
    'is refused if it is a second output, and the first is named',
    ...([sending, 'callback'] as const),
    'A flow has one output, and “Provider (SES)” is already there: change or delete it.',
  ],
  ['is refused beyond 100 nodes', full, 'regex', 'A flow has at most 100 nodes.'],
])('one more node %s', (_, flow, kind, reason) => {
  expect(whyNotAdd(flow, kind)).toBe(reason);
});
