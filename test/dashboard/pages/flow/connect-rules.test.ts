import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  whyNotAdd,
  whyNotConnect,
  whyNotDelete,
  whyNotInsert,
} from '../../../../dashboard/src/pages/flow/model/connect-rules.ts';
import {
  type Draft,
  flowOf,
  withEdge,
} from '../../../../dashboard/src/pages/flow/model/flow-draft.ts';
import type { FlowEdge } from '../../../../dashboard/src/pages/flow/model/flow-graph.ts';
import { structureProblems } from '../../../../shared/engine/flow/structure.ts';
import { back, check, draft, inputs, mail, send } from './drafts.ts';

describe('connecting two nodes', () => {
  const flow = draft([inputs(), check('domain'), mail, send], 'domain>mail', 'mail>send');

  test.each<[string, FlowEdge, string | null]>([
    ['is free where no rule is against it', { from: 'inputs', to: 'domain' }, null],
    ['may skip nodes', { from: 'domain', to: 'send' }, null],
    [
      'does not join a node with itself',
      { from: 'mail', to: 'mail' },
      '“Template” cannot lead to itself.',
    ],
    ['happens once', { from: 'mail', to: 'send' }, '“Template” leads to “Provider (SES)” already.'],
    [
      'does not leave an output',
      { from: 'send', to: 'domain' },
      '“Provider (SES)” ends the flow: nothing can come after it.',
    ],
    [
      'does not enter variables',
      { from: 'domain', to: 'inputs' },
      '“Variables” begins the flow: nothing can come before it. Connect the two the other way round.',
    ],
    [
      'closes no circle, and names the one it would',
      { from: 'mail', to: 'domain' },
      'This would go round in a circle: “Template” → “E-mail domain” → “Template”.',
    ],
    ['needs both of them', { from: 'mail', to: 'gone' }, 'One of the two nodes is gone.'],
  ])('%s', (_, edge, reason) => {
    expect(whyNotConnect(flow, edge)).toBe(reason);
  });

  test('is refused exactly where the service finds a fault in the edge', () => {
    const kinds = [check('a'), check('b'), check('c'), inputs('d'), mail, send];
    const anEdge = fc.record({
      from: fc.constantFrom(...kinds.map(({ id }) => id)),
      to: fc.constantFrom(...kinds.map(({ id }) => id)),
    });
    const isSaid = ({ pointer }: { pointer: string }) => pointer.startsWith('/edges/');

    fc.assert(
      fc.property(fc.array(anEdge, { maxLength: 12 }), anEdge, (tried, last) => {
        const flowBefore = tried.reduce(
          (flow: Draft, edge) => (whyNotConnect(flow, edge) === null ? withEdge(flow, edge) : flow),
          draft(kinds),
        );
        const isDouble = flowBefore.edges.some(
          ({ from, to }) => from === last.from && to === last.to,
        );
        const problems = structureProblems(flowOf(withEdge(flowBefore, last)).flow).filter(isSaid);

        expect(whyNotConnect(flowBefore, last) === null).toBe(problems.length === 0 && !isDouble);
      }),
      { numRuns: 500 },
    );
  });
});

describe('adding and deleting a node', () => {
  const sending = draft([mail, send], 'mail>send');

  test('is free for what a flow may have many of', () => {
    expect(whyNotAdd(sending, 'regex')).toBeNull();
    expect(whyNotAdd(draft([mail]), 'callback')).toBeNull();
  });

  test('refuses a second output, and names the first', () => {
    expect(whyNotAdd(sending, 'callback')).toBe(
      'The flow ends in “Provider (SES)” already, and has one output only: change or delete that one.',
    );
  });

  test('refuses more nodes than a flow may have', () => {
    const full = draft(Array.from({ length: 100 }, (_, number) => check(`c${number}`)));

    expect(whyNotAdd(full, 'regex')).toBe('A flow has at most 100 nodes.');
  });

  test('puts onto an edge only what can stand between two nodes', () => {
    expect(whyNotInsert(sending, 'email_domain')).toBeNull();
    expect(whyNotInsert(draft([mail]), 'callback')).toBe(
      'An output ends the flow: it cannot stand between two nodes.',
    );
    expect(whyNotInsert(sending, 'variables')).toBe(
      'Variables begin the flow: add them, then connect them to the first node.',
    );
  });

  test('keeps the template', () => {
    expect(whyNotDelete(back)).toBeNull();
    expect(whyNotDelete(mail)).toBe('A flow needs its template: remove the whole flow instead.');
  });
});
