import { hostPort, readHostPort } from '../../../local/dns/upstream.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['127.0.0.1:5353', '127.0.0.1', 5353],
  ['127.0.0.1', '127.0.0.1', 53],
  ['localhost:1', 'localhost', 1],
  ['::1', '::1', 53],
  ['[::1]:5353', '::1', 5353],
  ['[fe80::1%eth0]:53', 'fe80::1%eth0', 53],
  ['fe80::1%eth0', 'fe80::1%eth0', 53],
])('a host with a port is read from %s', (text, host, port) => {
  expect(readHostPort(text)).toEqual({ host, port });
});

test.each(['', ':53', 'a:', 'a:0', 'a:65536', 'a:b', 'a b:1', '[::1', 'http://a:1'])(
  'a host with a port is not read from %j',
  (text) => {
    expect(readHostPort(text)).toBeUndefined();
  },
);

test('a host with a port is written in the form in which it is read', () => {
  expect([hostPort({ host: '::1', port: 53 }), hostPort({ host: 'a', port: 1 })]).toEqual([
    '[::1]:53',
    'a:1',
  ]);
});
