import { failureText, filesRefused, toFailure } from '../../../cli/terminal/failure.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { expect, test } from '../../jest.ts';

const fault = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });

// What AWS itself refuses is in aws-failure.test.ts.
test.each([
  [
    fault('CredentialsProviderError', 'Could not load credentials from any providers'),
    'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE',
  ],
  [
    fault('Error', 'Region is missing'),
    'No region is set: name it with --region, or in AWS_REGION',
  ],
  [
    fault('AggregateError', '', { code: 'ECONNREFUSED' }),
    'The deployment does not answer: check that it runs and that the network reaches it (ECONNREFUSED)',
  ],
  [fault('Error', 'EACCES: permission denied, mkdir x'), 'EACCES: permission denied, mkdir x'],
  ['no error at all', 'no error at all'],
])('a failure to reach AWS is one sentence: %s', (thrown, error) => {
  expect(toFailure(thrown)).toEqual({ error, details: [], exitCode: 1 });
});

test('a mistake in the code asks for a report, and says where it happened', () => {
  const { error } = toFailure(new TypeError('x is not a function'));

  expect(error).toMatch(
    /^TypeError: x is not a function at .+failure\.test\.ts.+: this is a mistake in postrider, please report it$/,
  );
  expect(toFailure(new TypeError('fetch failed', { cause: new Error('x') })).error).toBe(
    'TypeError: fetch failed',
  );
});

const wrong = {
  ...{ code: 'bad-name' as const, file: 'a/body.html', line: 3, column: 14 },
  message: 'is wrong',
};

test('a failure is printed with its problems below it, each with its place as far as it is known', () => {
  const problems = [
    { ...wrong, templateId: 'a' },
    { code: 'empty' as const, file: 'a/body.txt', message: 'is empty' },
    { code: 'changed-meanwhile' as const, templateId: 'b', message: 'was changed' },
  ];

  expect(failureText(toFailure(new ManageError('Two things', problems)))).toBe(
    'Error: Two things\n  a/body.html:3:14 is wrong\n  a/body.txt is empty\n  b was changed',
  );
});

test('a failure names its only problem once', () => {
  const failure = toFailure(filesRefused('Nothing was saved', [wrong]));

  expect(failureText(failure)).toBe('Error: Nothing was saved: a/body.html:3:14 is wrong');
});

test('at a terminal a failure says what to do, after its sentence', () => {
  const options = { code: 'unknown', hint: 'key list shows every key' } as const;

  const failure = toFailure(new ManageError('There is no key k', [], options));

  expect(failureText(failure)).toBe('Error: There is no key k: key list shows every key');
});

test("a failure does not repeat the part of a field's problem that its sentence has", () => {
  const message = 'The name must not be empty';
  const detail = { code: 'bad-name' as const, field: 'name', message };

  const failure = toFailure(new ManageError(message, [detail]));

  expect(failure).toEqual({ error: message, details: [], exitCode: 1 });
});

test('a failure cannot steer the terminal or change the direction of its text', () => {
  expect(failureText(toFailure(new ManageError('\u001b[31mred\nline\u202efdp.exe')))).toBe(
    'Error:  [31mred line fdp.exe',
  );
});
