import { isDisposable, neverDisposable } from '../../../../shared/engine/verify/disposable.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ...['mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com', 'temp-mail.org'],
  ...['trashmail.com', 'sharklasers.com', 'maildrop.cc', 'inbox.mailinator.com', 'a.b.yopmail.com'],
])('%s is disposable', (domain) => {
  expect(isDisposable(domain)).toBe(true);
});

test.each([
  ...['example.com', 'inbox.example.com', 'mailinator-report.com', 'mailinator.com.example.org'],
  ...['com', 'co.uk', 'bbc.co.uk', 'constructor.com', 'xn--mnchen-3ya.de', 'some.dynv6.net'],
])('%s is not disposable', (domain) => {
  expect(isDisposable(domain)).toBe(false);
});

test('a domain that is excluded from the list stays excluded, with its subdomains', () => {
  const flagged = [...neverDisposable].filter(
    (domain) => isDisposable(domain) || isDisposable(`mail.${domain}`),
  );

  expect({ flagged, kept: neverDisposable.has('sify.com') }).toEqual({ flagged: [], kept: true });
});
