import { matches, readPattern } from '../../../local/events/pattern.ts';
import { expect, test } from '../../jest.ts';

const pattern = readPattern({
  source: ['aws.ses'],
  'detail-type': ['Email Bounced', 'Email Delivered'],
  detail: { mail: { tags: { set: ['mine'] } } },
});

const event = {
  source: 'aws.ses',
  'detail-type': 'Email Delivered',
  detail: { mail: { tags: { set: ['other', 'mine'] }, more: 1 } },
};

test('an event pattern matches an event that has one of its texts in each of its fields', () => {
  expect(matches(pattern, event)).toBe(true);
});

test.each([
  ['another text', { ...event, source: 'aws.s3' }],
  ['a field less', { ...event, detail: { mail: {} } }],
  ['a text where the pattern goes on', { ...event, detail: 'mail' }],
  ['a number', { ...event, source: 1 }],
  ['nothing', null],
])('an event pattern does not match %s', (_, other) => {
  expect(matches(pattern, other)).toBe(false);
});

test.each([
  ['a comparison', { source: [{ prefix: 'aws.' }] }, '{"prefix":"aws."}'],
  ['a number', { detail: { size: [1] } }, '1'],
  ['a text that is no list', { source: 'aws.ses' }, '"aws.ses"'],
])('an event pattern with the unknown part %s stops the start', (_, unknown, part) => {
  expect(() => readPattern(unknown)).toThrow(
    `An event rule of the stack has ${part} in its pattern, which the local run does not support.`,
  );
});
