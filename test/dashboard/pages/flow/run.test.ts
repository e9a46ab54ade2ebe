import { type Flow, whatRuns } from '../../../../dashboard/src/pages/flow/model/flow.ts';
import {
  failureOf,
  marksOf,
  outcomeWords,
} from '../../../../dashboard/src/pages/flow/model/run.ts';
import { expect, test } from '../../../jest.ts';
import { back, branch, check, flowOf, inputs, mail, send } from './flows.ts';

const step = (node: string, type: string, outcome: string, ms: number) => {
  return { node, type, outcome, ms };
};

const marksAfter = (flow: Flow, ...trace: ReturnType<typeof step>[]) =>
  Object.fromEntries(marksOf(flow, trace));

test('each node is marked with the outcome of its last step and the time of all its steps', () => {
  const marks = marksAfter(
    flowOf([inputs(), check('domain'), mail, send]),
    step('send', 'delivery', 'passed', 0.1),
    step('inputs', 'variables', 'applied', 0.02),
    step('domain', 'verification', 'passed', 12.5),
    step('mail', 'template', 'rendered', 1.25),
    step('send', 'provider', 'not_sent', 0.21),
  );

  expect(marks).toEqual({
    inputs: { tone: 'good', words: 'Applied', ms: 0.02 },
    domain: { tone: 'good', words: 'Passed', ms: 12.5 },
    mail: { tone: 'good', words: 'Rendered', ms: 1.25 },
    send: { tone: 'good', words: 'Would send', ms: 0.31 },
  });
});

test('nodes after a failed verification are marked as not reached', () => {
  const marks = marksAfter(
    flowOf([check('domain'), mail, send]),
    step('send', 'delivery', 'passed', 0.1),
    step('domain', 'verification', 'failed', 12.5),
  );

  expect(marks).toEqual({
    domain: { tone: 'bad', words: 'Failed', ms: 12.5 },
    mail: { tone: 'unreached', words: 'Not reached', ms: null },
    send: { tone: 'unreached', words: 'Not reached', ms: null },
  });
});

test('a branch that is taken is marked in place of the template, and one that is not is dashed', () => {
  const marks = marksAfter(
    flowOf([branch('first'), branch('taken'), branch('last'), mail]),
    step('first', 'branch', 'not_taken', 0.1),
    step('taken', 'branch', 'taken', 0.1),
    step('taken', 'template', 'rendered', 1.2),
  );

  expect(marks).toEqual({
    first: { tone: 'unreached', words: 'Not taken', ms: 0.1 },
    taken: { tone: 'good', words: 'Taken', ms: 1.3 },
    last: { tone: 'unreached', words: 'Not reached', ms: null },
    mail: { tone: 'unreached', words: 'Not reached', ms: null },
  });
});

const rendered = { success: true, type: 'callback', html: '', text: '', subject: '' };

test('a test run that passes says what execute would do, and that it sent nothing', () => {
  const answer = { outcome: rendered, trace: [] };

  expect(outcomeWords(answer, flowOf([mail, send], 'mail>send'))).toEqual({
    isGood: true,
    title: 'Everything passes',
    text: 'Execute would send this mail. This test run sent nothing.',
  });
  expect(outcomeWords(answer, flowOf([mail, back], 'mail>back')).text).toBe(
    'Execute would return this mail to its caller.',
  );
  const branched = { outcome: { ...rendered, templateId: 'pro' }, trace: [] };
  expect(outcomeWords(branched, flowOf([mail, back]), () => 'Pro').text).toBe(
    'Execute would return this mail of the template “Pro” to its caller.',
  );
  expect(failureOf(answer, flowOf([mail, back], 'mail>back'))).toBeNull();
});

test.each([
  [
    'a failed verification is shown at its node, with the field',
    { type: 'validation_failed', error: 'The domain of _to has no MX records', field: '_to' },
    step('domain', 'verification', 'failed', 3),
    'Nothing would be sent',
    'The domain of _to has no MX records (field _to)',
  ],
  [
    'a flow that cannot run says so at its node',
    { type: 'flow_error', error: 'No identity of this deployment' },
    step('send', 'provider', 'misconfigured', 0),
    'The flow cannot run',
    'No identity of this deployment',
  ],
])('%s', (_, outcome, last, title, text) => {
  const answer = { outcome: { success: false, ...outcome }, trace: [last] };
  const flow = flowOf([check('domain'), mail, send], 'domain>mail', 'mail>send');

  expect(outcomeWords(answer, flow)).toEqual({ isGood: false, title, text });
  expect(failureOf(answer, flow)).toEqual({ node: last.node, text: outcome.error });
});

test('a moved node does not change what runs', () => {
  const moved = { ...mail, position: { x: 1, y: 2 } };

  expect(whatRuns(flowOf([moved, send]))).toBe(whatRuns(flowOf([mail, send])));
  expect(whatRuns(flowOf([mail]))).not.toBe(whatRuns(flowOf([mail, send])));
});
