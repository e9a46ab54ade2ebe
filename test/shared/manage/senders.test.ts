import { describe, expect, test } from '@jest/globals';
import { listSenders } from '../../../shared/manage/senders.ts';

describe('the senders of a deployment', () => {
  test('are any, without asking, where any may send', async () => {
    const answer = await listSenders(['*'], () => Promise.reject(new Error('asked')));

    expect(answer).toEqual({ senders: [{ identity: '*', status: 'verified', advice: null }] });
  });

  test('are told as far as SES tells, with why it did not', async () => {
    const fault = new Error('throttled');
    const statusOf = (identity: string) =>
      identity === 'a.example' ? Promise.reject(fault) : Promise.resolve('verified' as const);

    const answer = await listSenders(['a.example', 'b.example'], statusOf);

    expect(answer).toEqual({
      senders: [
        {
          identity: 'a.example',
          status: 'unknown',
          advice: 'SES did not tell: look again in a minute',
        },
        { identity: 'b.example', status: 'verified', advice: null },
      ],
      fault,
    });
  });

  test.each([
    ['ada@example.com', 'pending', 'Open the link'],
    ['ada@example.com', 'failed', 'within 24 hours'],
    ['example.com', 'pending', 'Set the three CNAME records'],
    ['example.com', 'failed', 'compare them'],
  ] as const)('that are %s and %s have their own advice', async (identity, status, words) => {
    const answer = await listSenders([identity], async () => status);

    expect(answer).toEqual({
      senders: [{ identity, status, advice: expect.stringContaining(words) }],
    });
  });
});
