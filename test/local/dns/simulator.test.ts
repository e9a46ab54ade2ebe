import { Resolver } from 'node:dns/promises';
import { type DnsServer, startDns } from '../../../local/dns/server.ts';
import { afterEach, expect, test } from '../../jest.ts';

let dns: DnsServer | undefined;

afterEach(() => dns?.stop());

test("the domain of SES's mailbox simulator accepts mail without a network", async () => {
  dns = await startDns({ host: '127.0.0.1', port: 9, timeoutMs: 200 });
  const resolver = new Resolver({ timeout: 4000, tries: 1 });
  resolver.setServers([dns.address]);

  expect(await resolver.resolveMx('simulator.amazonses.com')).toEqual([
    expect.objectContaining({ exchange: 'mail.simulator.amazonses.com', priority: 10 }),
  ]);
  expect(await resolver.resolve4('mail.simulator.amazonses.com')).toEqual(['192.0.2.25']);
});
