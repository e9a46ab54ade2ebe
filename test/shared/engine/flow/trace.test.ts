import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { runFlow } from '../../../../shared/engine/flow/run-flow.ts';
import { startTrace } from '../../../../shared/engine/flow/trace.ts';
import { expect, test } from '../../../jest.ts';
import { everyNode, simpleRules } from './graphs.ts';
import { agreeing } from './ports.ts';

test('a step took as long as the time since the end of the one before', () => {
  const times = [100, 130, 135];
  const trace = startTrace(() => times.shift() ?? 0);

  trace.end('code', 'verification', 'passed');
  trace.end(null, 'callback', 'returned');

  expect(trace.steps).toEqual([
    { node: 'code', type: 'verification', outcome: 'passed', ms: 30 },
    { node: null, type: 'callback', outcome: 'returned', ms: 5 },
  ]);
});

test('a trace holds no value and no address', async () => {
  const plan = await compileFlow(everyNode, simpleRules);
  const variables = { name: 'secret', code: 'ABC' };
  const delivery = { _to: 'ann@inbox.example', _subject: 'secret' };

  const { trace } = await runFlow(plan, { variables, delivery }, agreeing());

  expect(JSON.stringify(trace)).not.toMatch(/secret|ABC|@|inbox|message-1/);
  expect(trace).toHaveLength(7);
});
