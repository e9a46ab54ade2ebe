import { expect, test } from '@jest/globals';
import { marksOf } from '../../../../dashboard/src/pages/flow/model/run-marks.ts';

const step = (node: string | null, type: string, outcome: string, ms: number) => ({
  node,
  type,
  outcome,
  ms,
});

test('each node is marked with what its last step came to, and the time of all', () => {
  const trace = [
    step('send', 'delivery', 'passed', 0.1),
    step('inputs', 'variables', 'applied', 0.02),
    step('domain', 'verification', 'passed', 12.5),
    step('mail', 'template', 'rendered', 1.25),
    step('send', 'provider', 'not_sent', 0.21),
  ];

  const marks = marksOf(['inputs', 'domain', 'mail', 'send'], trace);

  expect(Object.fromEntries(marks)).toEqual({
    inputs: { tone: 'good', words: 'Applied', ms: 0.02 },
    domain: { tone: 'good', words: 'Passed', ms: 12.5 },
    mail: { tone: 'good', words: 'Rendered', ms: 1.25 },
    send: { tone: 'good', words: 'Would send', ms: 0.31 },
  });
});

test('what a failed verification kept from happening is not marked as good', () => {
  const trace = [
    step('send', 'delivery', 'passed', 0.1),
    step('domain', 'verification', 'failed', 12.5),
  ];

  const marks = marksOf(['domain', 'mail', 'send'], trace);

  expect(Object.fromEntries(marks)).toEqual({
    domain: { tone: 'bad', words: 'Failed', ms: 12.5 },
    mail: { tone: 'unreached', words: 'Not reached', ms: null },
    send: { tone: 'unreached', words: 'Not reached', ms: null },
  });
});
