import { expect, test } from '@jest/globals';
import {
  failureOf,
  outcomeWords,
  whatRuns,
} from '../../../../dashboard/src/pages/flow/model/outcome-words.ts';
import {
  givenDelivery,
  readData,
  runInputOf,
} from '../../../../dashboard/src/pages/flow/model/run-input.ts';
import { back, check, draft, mail, send } from './drafts.ts';

const failed = { node: 'domain', type: 'verification', outcome: 'failed', ms: 3 };
const rendered = { success: true, type: 'callback', html: '', text: '', subject: '' };

test('a run that passes says what execute would do, and that nothing was sent', () => {
  const answer = { outcome: rendered, trace: [] };

  expect(outcomeWords(answer, draft([mail, send], 'mail>send'))).toEqual({
    isGood: true,
    title: 'Everything passes',
    text: 'Execute would send this mail. Nothing was sent now.',
  });
  expect(outcomeWords(answer, draft([mail, back], 'mail>back')).text).toBe(
    'Execute would return this mail to its caller.',
  );
  expect(failureOf(answer, draft([mail, back], 'mail>back'))).toBeNull();
});

test('a failed verification stands at its node, with the field', () => {
  const error = 'The domain of _to has no MX records';
  const answer = {
    outcome: { success: false, type: 'validation_failed', error, field: '_to' },
    trace: [failed],
  };
  const flow = draft([check('domain'), mail, send], 'domain>mail', 'mail>send');

  expect(outcomeWords(answer, flow)).toEqual({
    isGood: false,
    title: 'Nothing would be sent',
    text: `${error} (field _to)`,
  });
  expect(failureOf(answer, flow)).toEqual({ node: 'domain', text: error });
});

test('a flow that cannot run says so', () => {
  const error = 'No identity of this deployment';
  const trace = [{ node: 'send', type: 'provider', outcome: 'misconfigured', ms: 0 }];
  const answer = { outcome: { success: false, type: 'flow_error', error }, trace };
  const flow = draft([mail, send], 'mail>send');

  expect(outcomeWords(answer, flow)).toEqual({
    isGood: false,
    title: 'The flow cannot run',
    text: error,
  });
  expect(failureOf(answer, flow)).toEqual({ node: 'send', text: error });
});

test('what runs is the same wherever its nodes stand', () => {
  const moved = { ...mail, position: { x: 1, y: 2 } };

  expect(whatRuns(draft([moved, send]))).toBe(whatRuns(draft([mail, send])));
  expect(whatRuns(draft([mail]))).not.toBe(whatRuns(draft([mail, send])));
});

test('the variables of a run are a JSON object, or the reason is said', () => {
  expect(readData(runInputOf({ name: 'Ada' }).data)).toEqual({ data: { name: 'Ada' } });
  expect(readData(' ')).toEqual({ data: {} });
  expect(readData('[1]')).toEqual({ error: 'It must be a JSON object: {"name": "…"}' });
  expect(readData('{"a"')).toEqual({ error: expect.stringMatching(/^This is no JSON yet: /) });
});

test('only delivery fields that were filled in are sent', () => {
  const { delivery } = runInputOf({});

  expect(givenDelivery({ ...delivery, _to: 'a@b.example', _cc: ' ' })).toEqual({
    _to: 'a@b.example',
  });
});
