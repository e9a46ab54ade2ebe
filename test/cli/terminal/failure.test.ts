import { failureText, filesRefused, toFailure } from '../../../cli/terminal/failure.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { describe, expect, test } from '../../jest.ts';

const fault = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });

describe('a failure', () => {
  test.each([
    [
      fault('CredentialsProviderError', 'Could not load credentials from any providers'),
      'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE',
    ],
    [
      fault('ExpiredTokenException', 'The security token included in the request is expired'),
      'The AWS session has expired: sign in again (aws sso login), then run the command again',
    ],
    [
      fault('UnrecognizedClientException', 'The security token included is invalid'),
      'AWS does not accept these credentials: check AWS_PROFILE and AWS_ACCESS_KEY_ID, and that the AWS account has enabled the region (The security token included is invalid)',
    ],
    [
      fault('AccessDeniedException', 'User: x is not authorized to perform: dynamodb:Scan'),
      'The permission dynamodb:Scan is missing: give these credentials the permission (User: x is not authorized to perform: dynamodb:Scan)',
    ],
    [
      fault('Error', 'Region is missing'),
      'No region is set: name it with --region, or in AWS_REGION',
    ],
    [
      fault('AggregateError', '', { code: 'ECONNREFUSED' }),
      'The deployment does not answer: check that it runs and that the network reaches it (ECONNREFUSED)',
    ],
    [
      fault('ThrottlingException', 'Rate exceeded'),
      'AWS is throttling these calls: try again in a minute',
    ],
    [fault('Error', 'EACCES: permission denied, mkdir x'), 'EACCES: permission denied, mkdir x'],
    ['no error at all', 'no error at all'],
  ])('a failure to reach AWS is one sentence: %s', (thrown, error) => {
    expect(toFailure(thrown)).toEqual({ error, details: [], exitCode: 1 });
  });

  test('a failure is printed with its problems below it, each with its place as far as it is known', () => {
    const failure = toFailure(
      new ManageError('Two things', [
        {
          code: 'bad-name',
          file: 'a/body.html',
          line: 3,
          column: 14,
          templateId: 'a',
          message: 'is wrong',
        },
        { code: 'empty', file: 'a/body.txt', message: 'is empty' },
        { code: 'changed-meanwhile', templateId: 'b', message: 'was changed' },
      ]),
    );

    expect(failureText(failure)).toBe(
      'Error: Two things\n  a/body.html:3:14 is wrong\n  a/body.txt is empty\n  b was changed',
    );
  });

  test('a failure names its only problem once', () => {
    const problem = {
      code: 'bad-name' as const,
      file: 'a/body.html',
      line: 3,
      column: 14,
      message: 'is wrong',
    };

    const failure = toFailure(filesRefused('Nothing was saved', [problem]));

    expect(failureText(failure)).toBe('Error: Nothing was saved: a/body.html:3:14 is wrong');
  });

  test('at a terminal a failure says what to do, after its sentence', () => {
    const options = { code: 'unknown', hint: 'key list shows every key' } as const;

    const failure = toFailure(new ManageError('There is no key k', [], options));

    expect(failureText(failure)).toBe('Error: There is no key k: key list shows every key');
  });

  test("a failure does not repeat the part of a field's problem that its sentence has", () => {
    const detail = {
      code: 'bad-name' as const,
      field: 'name',
      message: 'The name must not be empty',
    };

    const failure = toFailure(new ManageError('The name must not be empty', [detail]));

    expect(failure).toEqual({ error: 'The name must not be empty', details: [], exitCode: 1 });
  });

  test('a failure cannot send control characters to the terminal', () => {
    expect(failureText(toFailure(new ManageError('\u001b[31mred\nline')))).toBe(
      'Error:  [31mred line',
    );
  });
});
