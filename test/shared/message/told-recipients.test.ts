import fc from 'fast-check';
import { Stops } from '../../../local/stops.ts';
import { senderProperty, subjectProperty } from '../../../trials/fuzz/addresses/header-texts.ts';
import { recipientsProperty } from '../../../trials/fuzz/addresses/property.ts';
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
