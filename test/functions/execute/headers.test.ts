import fc from 'fast-check';
import { describe, expect, test } from '../../jest.ts';
import { execute, executeAs, sending, ses, startSesForFile } from './for-file.ts';

await startSesForFile();

const redirect = { redirectTo: 'qa@acme.example' };
const threaded = { 'In-Reply-To': '<1001@acme.example>', 'X-Entity-Ref-ID': '1001' };
const address = 'https://acme.example/u/8172';
const both = {
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};

type Headers = { Name: string; Value: string }[];

/** The headers of a call of SES. */
function headersOf({ Content }: Record<string, unknown>): Headers {
  const { Simple } = Content as { Simple: { Headers?: Headers } };
  return Simple.Headers ?? [];
}

describe('the headers of a mail', () => {
  test('a redirected mail keeps its headers beside X-Postrider-For', async () => {
    await executeAs(redirect, { _headers: threaded, _unsubscribe: address });

    expect(sending.accepted[0]?.headers).toEqual({
      ...threaded,
      ...both,
      'X-Postrider-For': 'ada@example.org',
    });
  });

  test('of List-Unsubscribe and List-Unsubscribe-Post one never leaves without the other', async () => {
    const names = fc.constantFrom('X-A', 'List-Unsubscribe', 'list-unsubscribe-post', 'List-Id');
    const requests = fc.record(
      {
        _headers: fc.dictionary(names, fc.constantFrom('a', `<${address}>`)),
        _unsubscribe: fc.constantFrom(
          address,
          '',
          'http://acme.example/u',
          'https://a\r\nb.example',
        ),
      },
      { requiredKeys: [] },
    );

    await fc.assert(
      fc.asyncProperty(requests, async (change) => {
        await execute(change);
      }),
      { numRuns: 100 },
    );

    const pairs = ses.calls.map((call) =>
      headersOf(call)
        .map(({ Name }) => Name.toLowerCase())
        .filter((name) => name.startsWith('list-unsubscribe')),
    );
    expect(pairs).toContainEqual([]);
    expect(new Set(pairs.map(String))).toEqual(
      new Set(['', 'list-unsubscribe,list-unsubscribe-post']),
    );
  });
});

describe('headers that are refused', () => {
  test('_reference is judged before _headers, _headers before _unsubscribe, and that before _to', async () => {
    const wrong = { _reference: '\n', _headers: { To: 'x' }, _unsubscribe: 'x', _to: 'x' };
    const names = Object.keys(wrong) as (keyof typeof wrong)[];

    const fields: unknown[] = [];
    for (const [index] of names.entries()) {
      const change = Object.fromEntries(names.slice(index).map((name) => [name, wrong[name]]));
      const answer = await sending.execute(change);
      fields.push('body' in answer && JSON.parse(answer.body).field);
    }

    expect(fields).toEqual(names);
  });
});
