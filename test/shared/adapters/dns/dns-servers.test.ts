import { parseDnsServers } from '../../../../shared/adapters/dns/dns.ts';
import { expect, test } from '../../../jest.ts';

test.each<[string, string[]]>([
  ['', []],
  ['  ', []],
  ['127.0.0.1', ['127.0.0.1:53']],
  ['127.0.0.1:5353', ['127.0.0.1:5353']],
  ['[::1]:5353', ['[::1]:5353']],
  ['[::1]', ['[::1]:53']],
  ['::1', ['[::1]:53']],
  ['10.0.0.2, [fd00::2]:54', ['10.0.0.2:53', '[fd00::2]:54']],
])('the list of DNS servers %j is read', (list, servers) => {
  expect(parseDnsServers(list)).toEqual(servers);
});

test.each([
  'localhost:53',
  '127.0.0.1:0',
  '127.0.0.1:65536',
  '127.0.0.1:',
  '127.0.0.1:5x',
  '[127.0.0.1]:53',
  '[::1',
  '999.0.0.1',
  '10.0.0.2,',
])('the list of DNS servers %j is refused with the fix', (list) => {
  const entry = list.endsWith(',') ? '' : list;

  expect(() => parseDnsServers(list)).toThrow(
    `DNS_SERVERS: "${entry}" is not an IP address with an optional port, such as 127.0.0.1:5353 or [::1]:5353`,
  );
});
