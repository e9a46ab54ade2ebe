import type { LookupAnswer } from '../../../shared/engine/verify/domain-verdict.ts';
import {
  broken,
  type Check,
  ok,
  open,
  record,
  run,
  say,
  skipped,
} from '../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../shared/manage/doctor/not-known.ts';
import { consolePage, deployTo, type Where } from '../../../shared/manage/doctor/where.ts';
import type { ApiDomain } from '../../aws/api-domain.ts';

export interface DomainPorts {
  where: () => Promise<Where>;
  baseUrl: () => Promise<string>;
  /** Null where API Gateway has none of this name. */
  apiDomain: (name: string) => Promise<ApiDomain | null>;
  /** The IPv4 addresses of a name. */
  addresses: (name: string) => Promise<LookupAnswer>;
}

export const domainNotReady: Check<DomainPorts> = {
  code: 'domain-not-ready',
  why: 'Callers do not reach the API by its name',
  async find({ where, baseUrl, apiDomain, addresses }) {
    const [place, url] = await Promise.all([where(), baseUrl()]);
    const { region } = place;
    const name = new URL(url).hostname;
    if (/\.execute-api\.[^.]+\.amazonaws\.com(\.cn)?$/.test(name)) {
      return skipped('The API has no name of its own');
    }
    const [domain, answer] = await Promise.all([apiDomain(name), addresses(name)]);
    if (!domain) {
      return broken(
        `API Gateway has no domain name ${name} in ${region}`,
        say(
          'Somebody deleted it; take "domain" out of settings.json, deploy, put it back and deploy again',
        ),
        run(deployTo(place)),
      );
    }
    if (domain.status !== 'AVAILABLE') {
      return broken(
        `${name} is ${domain.status}${domain.message ? ` (${domain.message})` : ''}`,
        say('See what it waits for: a new certificate, or a proof that the name is yours'),
        open(consolePage('apigateway/main/publish/domain-names', { region })),
        open(consolePage('acm/home', { region }, '#/certificates/list')),
      );
    }
    if (answer === 'no answer') throw new NotKnown(`DNS gave no answer for ${name}`);
    if (typeof answer !== 'string') return ok(name);
    return broken(
      `${name} is not in DNS`,
      say('Set this record where its DNS is kept'),
      record(`${name} CNAME ${domain.target}`),
    );
  },
};
