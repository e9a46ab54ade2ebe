import { domainsByDns, domainsInTime } from '../../shared/adapters/dns/dns.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import * as env from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { verifyRequest } from './contract.ts';
import { verifyEmail } from './run.ts';

const domains = rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now);
const lookupDomain = domainsInTime(domains);
const settings = {
  disposableIsInvalid: process.env[env.disposableIsInvalid] !== 'false',
  roleIsInvalid: process.env[env.roleIsInvalid] === 'true',
};

export const handler = endpoint({
  name: 'verify',
  scope: { name: 'verify' },
  request: verifyRequest,
  run: (request) => verifyEmail(request, { lookupDomain, settings }),
});
