import { isReachable } from '../../../../shared/engine/verify/domain-verdict.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '127.0.0.1', '127.9.9.9'],
  ...['169.254.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['::', '::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'febf::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::FFFF:192.168.0.1'],
])('%s is an address of this machine or of a private network', (ip) => {
  expect(isReachable(ip)).toBe(false);
});

test.each([
  ...['1.1.1.1', '9.255.255.255', '11.0.0.1', '100.10.0.1', '128.0.0.1', '169.253.0.1'],
  ...['172.15.255.255', '172.32.0.1', '192.0.2.1', '192.169.0.1', '203.0.113.127'],
  ...['2001:db8::1', '2001:db8::fc00:1', 'fec0::1', '::ffff:192.0.2.1'],
])('%s can be reached', (ip) => {
  expect(isReachable(ip)).toBe(true);
});
