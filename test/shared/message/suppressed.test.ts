import type { Suppression, SuppressionReason } from '../../../shared/message/suppression.ts';
import { deliveryAddresses, suppressedField } from '../../../shared/message/suppression.ts';
import { expect, test } from '../../jest.ts';

const suppressed = (address: string, reason: SuppressionReason = 'bounce'): Suppression => ({
  address,
  reason,
  at: '2026-11-20T23:59:59.000Z',
  detail: null,
  messageId: null,
});

test('the addresses to check are all recipients in lower case, with domains in A-labels, without the reply address', () => {
  const addresses = deliveryAddresses({
    _to: 'Ada <Ada@Bücher.example>',
    _cc: '"B, C" <b@example.org>, c@example.org',
    _bcc: 'd@example.org',
    _replyTo: 'e@example.org',
  });

  expect(addresses.join()).toBe(
    'ada@xn--bcher-kva.example,b@example.org,c@example.org,d@example.org',
  );
});

test('there are no addresses to check if no recipient is given', () => {
  expect(deliveryAddresses({})).toEqual([]);
});

test.each([
  ['bounce', 'is suppressed since 2026-11-20: a mail to it bounced'],
  ['complaint', 'is suppressed since 2026-11-20: its reader marked a mail as spam'],
  ['manual', 'is suppressed since 2026-11-20: by hand'],
] as const)('a suppressed address is refused with date and reason: %s', (reason, complaint) => {
  const problem = suppressedField({ _to: 'ADA@example.org' }, [
    suppressed('ada@example.org', reason),
  ]);

  expect(problem).toEqual({ ok: false, field: '_to', error: `_to ${complaint}`, complaint });
});

test.each(['_cc', '_bcc'] as const)('the place of a suppressed address is named: %s', (field) => {
  const fields = { _to: 'a@example.org', [field]: 'b@example.org, C <c@example.org>' };

  expect(suppressedField(fields, [suppressed('c@example.org')])).toEqual({
    ok: false,
    field,
    error: `Address 2 in ${field} is suppressed since 2026-11-20: a mail to it bounced`,
    complaint: 'is suppressed since 2026-11-20: a mail to it bounced',
  });
});

test('a suppressed address that is not a recipient is no problem', () => {
  expect(suppressedField({ _to: 'a@example.org' }, [suppressed('b@example.org')])).toBeNull();
});
