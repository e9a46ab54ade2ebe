import { expect, test } from '../../../jest.ts';
import {
  back,
  callbackFlow,
  domainCheck,
  flowOf,
  provider,
  shownProblemsOf,
  template,
} from './graphs.ts';

const [a, b, c] = ['a', 'b', 'c'].map(domainCheck) as [object, object, object];

test.each<[string, unknown, string]>([
  [
    'no template',
    flowOf([back]),
    'no-template, /nodes: the flow has no template node; add one of type "template"',
  ],
  [
    'two templates',
    flowOf([template, { id: 'other', type: 'template' }, back], 'mail → back', 'other → back'),
    'second-template, /nodes/1: node "other" is a second template beside "mail"; keep one of them',
  ],
  [
    'two outputs',
    flowOf([template, back, provider], 'mail → back', 'mail → send'),
    'second-output, /nodes/2: node "send" is a second output beside "back"; keep one of them',
  ],
  [
    'an id that is there twice',
    flowOf([template, a, a, back], 'mail → back'),
    'duplicate-node, /nodes/2/id: node "a" exists twice; give each node its own id',
  ],
  [
    'an id that is there twice, whose edges only seem to go round',
    callbackFlow([a, b, a], 'a → b', 'b → a'),
    'duplicate-node, /nodes/3/id: node "a" exists twice; give each node its own id',
  ],
  [
    'an edge from nowhere',
    callbackFlow([], 'mial → back'),
    'unknown-node, /edges/1/from: the edge from "mial" to "back" begins at a node that does not exist; correct "from" or delete the edge',
  ],
  [
    'an edge to nowhere',
    callbackFlow([a], 'a → bakc'),
    'unknown-node, /edges/1/to: the edge from "a" to "bakc" leads to a node that does not exist; correct "to" or delete the edge',
  ],
  [
    'an edge to itself',
    callbackFlow([], 'mail → mail'),
    'self-edge, /edges/1/to: node "mail" has an edge to itself; delete the edge',
  ],
  [
    'an edge out of an output',
    callbackFlow([a], 'a → back', 'back → a'),
    'edge-from-output, /edges/2/from: the edge from "back" to "a" begins at an output node, where the flow ends; delete the edge',
  ],
  [
    'an edge into a variables node',
    callbackFlow([{ id: 'inputs', type: 'variables', variables: [] }], 'mail → inputs'),
    'edge-to-variables, /edges/1/to: the edge from "mail" to "inputs" leads to a variables node, where the flow begins; reverse the edge',
  ],
  [
    'a circle',
    callbackFlow([a, b, c], 'a → b', 'b → c', 'c → a', 'c → back'),
    'circle, /edges/3: nodes "a" → "b" → "c" → "a" form a cycle; delete one of these edges',
  ],
  [
    'a node that leads to no output',
    callbackFlow([a], 'mail → a'),
    'unreachable-node, /nodes/1: node "a" does not lead to "back", where the flow ends; connect it or delete it',
  ],
  [
    'a template that leads to no output',
    flowOf([template, back]),
    'unreachable-node, /nodes/0: node "mail" does not lead to "back", where the flow ends; connect it or delete it',
  ],
  [
    'a node that leads to no template where there is no output',
    flowOf([template, a], 'mail → a'),
    'unreachable-node, /nodes/1: node "a" does not lead to "mail", where the flow ends; connect it or delete it',
  ],
])('a flow of a wrong structure is refused with its node: %s', async (_, graph, problem) => {
  expect(await shownProblemsOf(graph)).toEqual([problem]);
});
