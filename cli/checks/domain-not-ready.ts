import { broken, ok, open, record, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { consolePage, deployTo } from '../../shared/manage/doctor/where.ts';
import type { DoctorCheck } from './ports.ts';

export const domainNotReady: DoctorCheck<'where' | 'baseUrl' | 'apiDomain' | 'addresses'> = {
  code: 'domain-not-ready',
  why: 'Callers cannot reach the API by its name',
  async find({ where, baseUrl, apiDomain, addresses }) {
    const [place, url] = await Promise.all([where(), baseUrl()]);
    const { region } = place;
    const name = new URL(url).hostname;
    if (/\.execute-api\.[^.]+\.amazonaws\.com(\.cn)?$/.test(name)) {
      return skipped('The API has no custom domain name');
    }
    const [domain, answer] = await Promise.all([apiDomain(name), addresses(name)]);
    if (!domain) {
      return broken(
        `API Gateway has no domain name ${name} in ${region}`,
        say(
          'It was deleted; remove "domain" from postrider.json and deploy, then add it again and deploy again',
        ),
        run(deployTo(place)),
      );
    }
    if (domain.status !== 'AVAILABLE') {
      return broken(
        `${name} is ${domain.status}${domain.message ? ` (${domain.message})` : ''}`,
        say('Check what the name waits for: a new certificate, or a proof that you own the name'),
        open(consolePage('apigateway/main/publish/domain-names', { region })),
        open(consolePage('acm/home', { region }, '#/certificates/list')),
      );
    }
    if (answer === 'no answer') throw new NotKnown(`DNS did not answer for ${name}`);
    if (typeof answer !== 'string') return ok(name);
    return broken(
      `${name} is not in DNS`,
      say('Create this record where the DNS of the name is managed'),
      record(`${name} CNAME ${domain.target}`),
    );
  },
};
