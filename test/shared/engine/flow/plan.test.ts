import { compileFlow } from '../../../../shared/engine/flow/compile-flow.ts';
import { callbackPlan, planVersion, readPlan } from '../../../../shared/engine/flow/plan.ts';
import { expect, test } from '../../../jest.ts';
import { everyNode, simpleRules } from './graphs.ts';

const plan = await compileFlow(everyNode, simpleRules);

test.each([[plan], [callbackPlan]])('a plan is read as it was stored', (stored) => {
  expect(readPlan(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
});

test.each([
  ['of a newer version', { ...plan, version: planVersion + 1 }],
  ['without a version', { ...plan, version: undefined }],
  ['without its output', { ...plan, output: undefined }],
  ['with an output that is not known', { ...plan, output: { type: 'webhook', node: 'send' } }],
  ['with a check that is not known', { ...plan, checks: [{ node: 'a', kind: 'captcha' }] }],
  ['with a field that is not known', { ...plan, retries: 3 }],
  ['that is a text', JSON.stringify(plan)],
  ['that is null', null],
  ['that is missing', undefined],
])('a stored plan %s is not read', (_, stored) => {
  expect(readPlan(stored)).toBeNull();
});
