import { routesOfTestKey } from '../../../shared/execute/delivery-route.ts';
import { parseDelivery } from '../../../shared/message/recipients.ts';
import { expect, test } from '../../jest.ts';

function recipientsOf(fields: { _to: string; _cc?: string; _bcc?: string }) {
  const parsed = parseDelivery(fields);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.recipients;
}

const wayOf = (test: Parameters<typeof routesOfTestKey>[0], _to: string) =>
  routesOfTestKey(test, [])(recipientsOf({ _to })).type;

test.each([
  ...['x@notacme.example', 'x@acme.example.evil.example', 'x@mail.acme.example', 'x@acme.exampl'],
  ...['acme.example@evil.example', 'other-eva@x.example', 'eva@y.x.example'],
])('the list of a test key does not let through %s', (address) => {
  const allow = ['@acme.example', 'eva@x.example'];

  expect(wayOf({ allow }, address)).toBe('captured');
});

test('the list of a test key lets through nobody by a quoted local part, which no mail may have', () => {
  const delivery = parseDelivery({ _to: '"@acme.example"@evil.example' });

  expect(delivery).toMatchObject({ ok: false, field: '_to' });
});

test.each([
  ['ada@acme.example', '@acme.example'],
  ['Ada@ACME.Example', '@acme.example'],
  ['Eva <EVA@x.example>', 'eva@x.example'],
  ['ada@BÜCHER.example', '@xn--bcher-kva.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@acme.example', '@ACME.example'],
])('the list of a test key lets %s through because of %s', (address, entry) => {
  expect(wayOf({ allow: [entry] }, address)).toBe('ses');
});

test('_to decides for the whole mail: if it is not on the list, no recipient gets the mail', () => {
  const recipients = recipientsOf({ _to: 'ada@example.org', _cc: 'eva@acme.example' });
  const allow = ['@acme.example'];

  expect(routesOfTestKey({ allow }, [])(recipients)).toEqual({ type: 'captured', recipients });
  expect(routesOfTestKey({ allow, redirectTo: 'qa@acme.example' }, [])(recipients)).toEqual({
    type: 'redirected',
    recipients,
    redirectedTo: 'qa@acme.example',
  });
});

test('recipients who are not on the list are left out if _to is on it', () => {
  const recipients = recipientsOf({
    _to: 'eva@acme.example',
    _cc: 'ada@example.org, zoe@acme.example',
    _bcc: 'bob@bücher.example',
  });

  expect(routesOfTestKey({ allow: ['@acme.example'] }, [])(recipients)).toEqual({
    type: 'ses',
    recipients: { to: recipients.to, cc: [recipients.cc[1]], bcc: [] },
    leftOut: ['ada@example.org', 'bob@xn--bcher-kva.example'],
  });
});

test('a key without a list lets nobody through', () => {
  expect(wayOf({}, 'ada@acme.example')).toBe('captured');
  expect(wayOf({ allow: [] }, 'ada@acme.example')).toBe('captured');
});
