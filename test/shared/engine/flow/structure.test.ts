import type { FlowProblem } from '../../../../shared/engine/flow/flow-error.ts';
import { describe, expect, test } from '../../../jest.ts';
import { back, callbackFlow, domainCheck, problemsOf, provider, template } from './graphs.ts';

describe('the structure of a flow', () => {
  const intoBack = (from: string) => [{ from, to: 'back' }];
  const mailToSend = [{ from: 'mail', to: 'send' }];
  const inputs = { id: 'inputs', type: 'variables', variables: [] };

  test.each<[string, unknown, FlowProblem[]]>([
    [
      'no template',
      { nodes: [back], edges: [] },
      [
        {
          code: 'no-template',
          node: null,
          pointer: '/nodes',
          message: 'the flow has no template node; add one of type "template"',
        },
      ],
    ],
    [
      'two templates',
      {
        nodes: [template, { id: 'other', type: 'template' }, back],
        edges: [...intoBack('mail'), ...intoBack('other')],
      },
      [
        {
          code: 'second-template',
          node: 'other',
          pointer: '/nodes/1',
          message: 'node "other" is a second template beside "mail"; keep one of them',
        },
      ],
    ],
    [
      'two outputs',
      {
        nodes: [template, back, provider],
        edges: [...intoBack('mail'), ...mailToSend],
      },
      [
        {
          code: 'second-output',
          node: 'send',
          pointer: '/nodes/2',
          message: 'node "send" is a second output beside "back"; keep one of them',
        },
      ],
    ],
    [
      'an id that is there twice',
      { nodes: [template, domainCheck('a'), domainCheck('a'), back], edges: intoBack('mail') },
      [
        {
          code: 'duplicate-node',
          node: 'a',
          pointer: '/nodes/2/id',
          message: 'node "a" exists twice; give each node its own id',
        },
      ],
    ],
    [
      'an id that is there twice, whose edges only seem to go round,',
      callbackFlow(
        [domainCheck('a'), domainCheck('b'), domainCheck('a')],
        [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'a' },
        ],
      ),
      [
        {
          code: 'duplicate-node',
          node: 'a',
          pointer: '/nodes/3/id',
          message: 'node "a" exists twice; give each node its own id',
        },
      ],
    ],
    [
      'an edge from nowhere',
      callbackFlow([], intoBack('mial')),
      [
        {
          code: 'unknown-node',
          node: null,
          pointer: '/edges/1/from',
          message:
            'the edge from "mial" to "back" begins at a node that does not exist; correct "from" or delete the edge',
        },
      ],
    ],
    [
      'an edge to nowhere',
      callbackFlow([domainCheck('a')], [{ from: 'a', to: 'bakc' }]),
      [
        {
          code: 'unknown-node',
          node: 'a',
          pointer: '/edges/1/to',
          message:
            'the edge from "a" to "bakc" leads to a node that does not exist; correct "to" or delete the edge',
        },
      ],
    ],
    [
      'an edge to itself',
      callbackFlow([], [{ from: 'mail', to: 'mail' }]),
      [
        {
          code: 'self-edge',
          node: 'mail',
          pointer: '/edges/1/to',
          message: 'node "mail" has an edge to itself; delete the edge',
        },
      ],
    ],
    [
      'an edge out of an output',
      callbackFlow([domainCheck('a')], [...intoBack('a'), { from: 'back', to: 'a' }]),
      [
        {
          code: 'edge-from-output',
          node: 'back',
          pointer: '/edges/2/from',
          message:
            'the edge from "back" to "a" begins at an output node, where the flow ends; delete the edge',
        },
      ],
    ],
    [
      'an edge into a variables node',
      callbackFlow([inputs], [{ from: 'mail', to: 'inputs' }]),
      [
        {
          code: 'edge-to-variables',
          node: 'inputs',
          pointer: '/edges/1/to',
          message:
            'the edge from "mail" to "inputs" leads to a variables node, where the flow begins; reverse the edge',
        },
      ],
    ],
    [
      'a circle',
      callbackFlow(
        [domainCheck('a'), domainCheck('b'), domainCheck('c')],
        [{ from: 'a', to: 'b' }, { from: 'b', to: 'c' }, { from: 'c', to: 'a' }, ...intoBack('c')],
      ),
      [
        {
          code: 'circle',
          node: 'a',
          pointer: '/edges/3',
          message: 'nodes "a" → "b" → "c" → "a" form a cycle; delete one of these edges',
        },
      ],
    ],
    [
      'a node that leads to no output',
      callbackFlow([domainCheck('after')], [{ from: 'mail', to: 'after' }]),
      [
        {
          code: 'unreachable-node',
          node: 'after',
          pointer: '/nodes/1',
          message:
            'node "after" does not lead to "back", where the flow ends; connect it or delete it',
        },
      ],
    ],
    [
      'a template that leads to no output',
      { nodes: [template, back], edges: [] },
      [
        {
          code: 'unreachable-node',
          node: 'mail',
          pointer: '/nodes/0',
          message:
            'node "mail" does not lead to "back", where the flow ends; connect it or delete it',
        },
      ],
    ],
    [
      'a node that leads to no template where there is no output',
      { nodes: [template, domainCheck('after')], edges: [{ from: 'mail', to: 'after' }] },
      [
        {
          code: 'unreachable-node',
          node: 'after',
          pointer: '/nodes/1',
          message:
            'node "after" does not lead to "mail", where the flow ends; connect it or delete it',
        },
      ],
    ],
  ])('a flow of a wrong structure is refused with its node: %s', async (_, graph, expected) => {
    const problems = await problemsOf(graph);

    expect(problems).toEqual(expected);
  });
});
