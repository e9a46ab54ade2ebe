import fc from 'fast-check';
import { Stops } from '../../../local/stops.ts';
import { parseAddress } from '../../../shared/engine/verify/address.ts';
import { domain } from '../../../trials/fuzz/addresses/grammar.ts';
import { senderProperty, subjectProperty } from '../../../trials/fuzz/addresses/header-texts.ts';
import { recipientsProperty } from '../../../trials/fuzz/addresses/property.ts';
import { readHeaderMailbox } from '../../../trials/fuzz/addresses/read-header.ts';
import { openWire, type SendOverWire } from '../../../trials/fuzz/addresses/wire.ts';
import { afterAll, expect, test } from '../../jest.ts';

const stops = new Stops();
const send = await openWire(stops);
afterAll(() => stops.all());

/** `npm run fuzz -- addresses` tries many more. */
const runs = { numRuns: 300, seed: 1 };

test('SES gets the recipients that the grammar of their texts defines', async () => {
  let mails = 0;
  const counted: SendOverWire = (mail) => {
    mails += 1;
    return send(mail);
  };

  const result = await fc.check(recipientsProperty(counted), runs);

  expect([result.counterexample, result.errorInstance]).toEqual([null, null]);
  // If every mail were refused, nothing would be compared.
  expect(mails).toBeGreaterThan(100);
});

test('the check notices another address, and a line break', async () => {
  const changed = (change: (text: string) => string) =>
    recipientsProperty(async (mail) => {
      const received = await send(mail);
      const [to = ''] = received.Destination.ToAddresses;
      const Destination = { ...received.Destination, ToAddresses: [change(to)] };
      return { ...received, Destination };
    });

  const other = await fc.check(
    changed((text) => text.replace('.', '-')),
    runs,
  );
  const broken = await fc.check(
    changed((text) => `${text}\n`),
    runs,
  );

  expect([other.failed, broken.failed]).toEqual([true, true]);
});

test('SES gets a subject of one line without a control character', async () => {
  const result = await fc.check(subjectProperty, runs);

  expect([result.counterexample, result.errorInstance]).toEqual([null, null]);
});

test('SES gets a sender that reads as it was written', () => {
  const result = fc.check(senderProperty, runs);

  expect([result.counterexample, result.errorInstance]).toEqual([null, null]);
});

test('the grammar makes domains with homographs, which become A-labels', () => {
  const { means } = fc
    .sample(domain, { numRuns: 200, seed: 1 })
    .find(({ text }) => /^[а-я]/.test(text)) ?? { means: null };

  const parsed = parseAddress('ada@раypal.com');

  expect(means).toMatch(/^xn--/);
  expect(parsed).toEqual({
    ok: true,
    address: { localPart: 'ada', domain: 'xn--ypal-43d9g.com' },
  });
});

test.each([
  ['"Doe, \\"J\\"" <a@b.example>', { name: 'Doe, "J"', address: 'a@b.example' }],
  ['=?UTF-8?B?Wm/Dqw==?= <a@b.example>', { name: 'Zoë', address: 'a@b.example' }],
  ['"a <b"@c.example', { name: null, address: '"a <b"@c.example' }],
  ['Zoë <a@b.example>', null],
  ['a@b.example\r\nBcc: c@d.example', null],
])("the tests' mail reader reads a header: %j", (text, expected) => {
  expect(readHeaderMailbox(text)).toEqual(expected);
});
