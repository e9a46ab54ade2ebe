import { unsubscribeProblem } from '../../../shared/message/unsubscribe.ts';
import { expect, test } from '../../jest.ts';

const withLength = (length: number) => 'https://acme.example/'.padEnd(length, 'a');

test.each([
  'https://acme.example/u/8172',
  'https://acme.example',
  'https://acme.example:8443/u?id=8172&list=news#top',
  "https://xn--bcher-kva.example/u/%C3%BC;a=1/(b)/!$'*+@[]{}|^`~",
  withLength(868),
])('_unsubscribe may be %s', (address) => {
  expect(unsubscribeProblem(address)).toBeNull();
});

test('_unsubscribe that is not given, null or empty is no problem', () => {
  expect([undefined, null, ''].map(unsubscribeProblem)).toEqual([null, null, null]);
});

test.each([
  ['http://acme.example/u', 'must begin with https://'],
  ['mailto:leave@acme.example', 'must begin with https://'],
  ['<https://acme.example/u>', 'must begin with https://'],
  ['acme.example/u', 'must begin with https://'],
  ['javascript:alert(1)', 'must begin with https://'],
  [withLength(869), 'must not have more than 868 characters'],
  ['https://', 'must have a host, such as acme.example'],
  ['https:///u', 'must have a host, such as acme.example'],
  ['https://localhost/u', 'must have a host, such as acme.example'],
  ['https://acme./u', 'must have a host, such as acme.example'],
  ['https://acme.example:99999/u', 'must have a host, such as acme.example'],
  ['https://[::1]/u', 'must have a host, such as acme.example'],
  ['https://ada@acme.example/u', 'must not have a user or a password'],
  ['https://ada:secret@acme.example/u', 'must not have a user or a password'],
  ['https://bücher.example/u', 'must be printable ASCII'],
  ['https://acme.example/a b', 'must be printable ASCII'],
  ['https://acme.example/a>, <https://evil.example/', 'must be printable ASCII'],
  ['https://acme.example/a,b', 'must be printable ASCII'],
  ['https://acme.example\\@evil.example/', 'must be printable ASCII'],
  ['https://acme.example/u\r\nBcc: eve@example.org', 'must be printable ASCII'],
  ['https://acme.example/u\n', 'must be printable ASCII'],
])('_unsubscribe cannot be %j', (address, complaint) => {
  expect(unsubscribeProblem(address)).toEqual({
    ok: false,
    field: '_unsubscribe',
    error: expect.stringContaining(`_unsubscribe ${complaint}`),
  });
});
