import { addressProblem, mayReceive } from '../../../shared/webhook/address.ts';
import { expect, test } from '../../jest.ts';

test.each([
  'https://hooks.example.com/postrider?tenant=7',
  'https://hooks.example.com:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('the address %s of a webhook is accepted', (address) => {
  expect(addressProblem(address)).toBeNull();
});

const notHttps = 'must begin with https://, such as https://example.com/hooks';
const notPublic = (host: string) => `must be on the internet, and ${host} is not`;

test.each([
  ['hooks', notHttps],
  ['http://hooks.example.com/', notHttps],
  ['ftp://h.example/', notHttps],
  ['https://ada:secret@hooks.example.com/', 'must not contain a user name or a password'],
  ['https://localhost/', notPublic('localhost')],
  ['https://api.localhost/', notPublic('api.localhost')],
  ['https://127.0.0.1/', notPublic('127.0.0.1')],
  ['https://2130706433/', notPublic('127.0.0.1')],
  ['https://0x7f.1/', notPublic('127.0.0.1')],
  ['https://[::1]/', notPublic('::1')],
  ['https://10.0.0.1:8443/', notPublic('10.0.0.1')],
  [`https://h.example/${'a'.repeat(2040)}`, 'must have at most 2048 characters'],
])('the address %s of a webhook is refused with a sentence', (address, problem) => {
  expect(addressProblem(address)).toBe(`The address ${problem}`);
});

test.each(['http://localhost:3000/hooks', 'http://127.0.0.1:3000/', 'https://[::1]:3000/'])(
  'a local run accepts %s as well',
  (address) => {
    expect(addressProblem(address, { loopback: true })).toBeNull();
  },
);

test('the port of an address is 443 or at least 1024', () => {
  expect(addressProblem('https://hooks.example.com:25/')).toBe(
    'The port of the address must be 443 or at least 1024',
  );
});

test('a local run accepts no other address of the inside', () => {
  expect(addressProblem('http://192.168.1.1:3000/', { loopback: true })).toBe(
    'The address must be on the internet, and 192.168.1.1 is not',
  );
});

test.each(['8.8.8.8', '100.63.255.255', '172.15.0.1', '2606:4700::1111'])(
  'events may go to %s',
  (ip) => {
    expect(mayReceive(ip)).toBe(true);
  },
);

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.170', '192.0.2.1', '192.168.0.1'],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1'],
  ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '2002:7f00:1::'],
  ...['2001::1', '2001:db8::1', '3fff::1', 'no address'],
])('events may not go to %s, which is not public', (ip) => {
  expect(mayReceive(ip)).toBe(false);
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'a local run may send to %s',
  (ip) => {
    expect(mayReceive(ip, { loopback: true })).toBe(true);
  },
);

test.each(['10.0.0.1', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.1'])(
  'a local run may not send to %s',
  (ip) => {
    expect(mayReceive(ip, { loopback: true })).toBe(false);
  },
);
