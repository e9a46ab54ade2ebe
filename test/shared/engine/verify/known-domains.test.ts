import type { DomainVerdict } from '../../../../shared/engine/verify/domain-verdict.ts';
import { rememberDomains } from '../../../../shared/engine/verify/known-domains.ts';
import { expect, test } from '../../../jest.ts';

const takesMail = { domain: true, mxRecords: true };
const withoutMail = { domain: true, mxRecords: false };
const missing = { domain: false, mxRecords: false };

const minute = 60_000;

/** A cache in front of a look-up that records its queries, with a clock that the test moves. */
function setUp({ verdict = takesMail as DomainVerdict, capacity = 100 } = {}) {
  const asked: string[] = [];
  const clock = { ms: 1_000_000 };
  const lookupDomain = async (domain: string) => {
    asked.push(domain);
    return verdict;
  };
  return { asked, clock, lookUp: rememberDomains(lookupDomain, () => clock.ms, capacity) };
}

test.each<[string, DomainVerdict, number]>([
  ['a domain that takes mail, for 10 minutes', takesMail, 10 * minute],
  ['a domain without mail, for 1 minute', withoutMail, minute],
  ['a domain that is missing, for 1 minute', missing, minute],
])('a verdict is kept for a time: %s', async (_what, verdict, lifetimeMs) => {
  const { asked, clock, lookUp } = setUp({ verdict });

  const first = await lookUp('shop.example');
  clock.ms += lifetimeMs - 1;
  const last = await lookUp('shop.example');
  const askedWithin = asked.length;
  clock.ms += 1;
  await lookUp('shop.example');

  expect([first, last, askedWithin, asked.length]).toEqual([verdict, verdict, 1, 2]);
});

test('asking for a verdict does not make it last longer', async () => {
  const { asked, clock, lookUp } = setUp();

  for (let minutes = 0; minutes <= 10; minutes++) {
    await lookUp('shop.example');
    clock.ms += minute;
  }

  expect(asked).toEqual(['shop.example', 'shop.example']);
});

test('a look-up without an answer is not kept', async () => {
  const { asked, lookUp } = setUp({ verdict: 'no answer' });

  const verdicts = [await lookUp('shop.example'), await lookUp('shop.example')];

  expect([...verdicts, asked.length]).toEqual(['no answer', 'no answer', 2]);
});
test('a failure is not kept, nor is the look-up that failed', async () => {
  let times = 0;
  const lookUp = rememberDomains(
    (): Promise<DomainVerdict> => {
      times += 1;
      if (times === 1) throw new Error('broken at once');
      if (times === 2) return Promise.reject(new Error('broken later'));
      return Promise.resolve(takesMail);
    },
    () => 0,
  );

  await expect(lookUp('shop.example')).rejects.toThrow('broken at once');
  await expect(lookUp('shop.example')).rejects.toThrow('broken later');
  await expect(lookUp('shop.example')).resolves.toEqual(takesMail);
});

test('look-ups of one domain at the same time share one query', async () => {
  const { asked, lookUp } = setUp();

  const verdicts = await Promise.all([lookUp('shop.example'), lookUp('shop.example')]);

  expect([...verdicts, ...asked]).toEqual([takesMail, takesMail, 'shop.example']);
});

test('look-ups of different domains at the same time do not share a query', async () => {
  const { asked, lookUp } = setUp();

  await Promise.all([lookUp('shop.example'), lookUp('mail.example')]);

  expect(asked).toEqual(['shop.example', 'mail.example']);
});

test('look-ups at the same time share a missing answer, and the next one asks again', async () => {
  const { asked, lookUp } = setUp({ verdict: 'no answer' });

  await Promise.all([lookUp('shop.example'), lookUp('shop.example')]);
  await lookUp('shop.example');

  expect(asked).toHaveLength(2);
});

test('beyond the limit, the domain that was not asked for the longest is forgotten', async () => {
  const { asked, lookUp } = setUp({ capacity: 2 });

  for (const domain of ['a.example', 'b.example', 'a.example', 'c.example', 'a.example']) {
    await lookUp(domain);
  }
  await lookUp('b.example');

  expect(asked).toEqual(['a.example', 'b.example', 'c.example', 'b.example']);
});
