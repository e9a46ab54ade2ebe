import fc from 'fast-check';
import {
  againstTheRun,
  asItRuns,
} from '../../../../dashboard/src/pages/flow/model/connect-rules.ts';
import type { FlowEdge } from '../../../../shared/engine/flow/graph.ts';
import { runOrder } from '../../../../shared/engine/flow/run-order.ts';
import { structureProblems } from '../../../../shared/engine/flow/structure.ts';
import { expect, test } from '../../../jest.ts';
import { check, edgeTexts, flowOf, graphOf, inputs, mail, send } from './flows.ts';

test('a verification after the template is drawn before it', () => {
  const nodes = [inputs(), check('a'), mail, check('late'), send];
  const flow = flowOf(nodes, 'inputs>a', 'a>mail', 'mail>late', 'late>send');

  expect(edgeTexts(asItRuns(flow))).toEqual(['a>late', 'inputs>a', 'late>mail', 'mail>send']);
});

test('a verification that leads past the template is drawn before it', () => {
  const flow = flowOf([check('a'), mail, send], 'a>send', 'mail>send');

  expect(edgeTexts(asItRuns(flow))).toEqual(['a>mail', 'mail>send']);
});

test('a flow whose edges agree with its run stays as its author drew it', () => {
  const placed = { ...mail, position: { x: 1, y: 2 } };
  const nodes = [inputs(), check('a'), check('b'), placed, send];
  const flow = flowOf(nodes, 'inputs>a', 'inputs>b', 'a>mail', 'b>mail', 'mail>send');

  expect(asItRuns(flow)).toBe(flow);
});

test('the drawing changes the order of no run, and its edges contradict none', () => {
  const ids = ['a', 'b', 'mail', 'c', 'd', 'send'];
  const anEdge = fc
    .tuple(fc.nat(ids.length - 1), fc.nat(ids.length - 1))
    .filter(([from, to]) => from < to)
    .map(([from, to]): FlowEdge => ({ from: ids[from] ?? '', to: ids[to] ?? '' }));
  const all = [check('a'), check('b'), mail, check('c'), check('d'), send, inputs()];
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length });

  fc.assert(
    fc.property(shuffled, fc.array(anEdge), (nodes, some) => {
      const stored = { nodes, edges: [...some, ...flowOf([], 'mail>send', 'inputs>mail').edges] };
      const isValid = structureProblems(graphOf(stored)).length === 0;
      const shown = asItRuns(stored);
      const order = ({ nodes: each, edges }: typeof stored) =>
        runOrder(each, edges).map(({ id }) => id);

      expect(order({ ...stored, ...graphOf(shown) })).toEqual(order(stored));
      expect(shown.edges.filter((edge) => againstTheRun(shown, edge) !== null)).toEqual([]);
      if (isValid) expect(structureProblems(graphOf(shown))).toEqual([]);
    }),
  );
});
