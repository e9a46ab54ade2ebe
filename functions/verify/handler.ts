import { domainsByDns, domainsWithin } from '../../shared/adapters/dns/dns.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { verifyRequest } from './contract.ts';
import { verifyEmail } from './run.ts';

const lookupDomain = rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now);
const settings = {
  disposableIsInvalid: process.env[env.disposableIsInvalid] !== 'false',
  roleIsInvalid: process.env[env.roleIsInvalid] === 'true',
};

export const handler = endpoint({
  name: 'verify',
  scope: { name: 'verify' },
  request: verifyRequest,
  run: (request, _, { deadline }) =>
    verifyEmail(request, { lookupDomain: domainsWithin(lookupDomain, deadline), settings }),
});
