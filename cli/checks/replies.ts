import {
  broken,
  type Finding,
  ok,
  record,
  run,
  say,
  skipped,
} from '../../shared/manage/doctor/check.ts';
import { dkimRecords } from '../../shared/manage/doctor/identity-checks.ts';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import type { DoctorCheck } from './ports.ts';

const noReplies = skipped('The settings have no "replies"');

export const repliesRuleSet: DoctorCheck<'where' | 'replies' | 'activeRuleSet' | 'deployCommand'> =
  {
    code: 'replies-rule-set',
    why: 'SES receives mails only by the rules of its one active receipt rule set',
    async find({ where, replies, activeRuleSet, deployCommand }) {
      const wanted = await replies();
      if (wanted === null) return noReplies;
      const [{ region }, active] = await Promise.all([where(), activeRuleSet()]);
      const { ruleSet, domain } = wanted;
      if (active?.name !== ruleSet) {
        const now = active ? `${active.name} is active` : 'none is active';
        return broken(
          `SES's receipt rule set ${ruleSet} in ${region} is not the active one: ${now}`,
          say(
            'If nothing else needs the other one, activate it; else name that one in "ruleSet" of "replies" and deploy',
          ),
          run(`aws ses set-active-receipt-rule-set --rule-set-name ${ruleSet} --region ${region}`),
        );
      }
      if (active.recipients.includes(domain))
        return ok(`${ruleSet} is active and has the rule for ${domain}`);
      return broken(
        `The receipt rule set ${ruleSet} has no rule for ${domain}`,
        run(await deployCommand()),
      );
    },
  };

export const repliesDns: DoctorCheck<'where' | 'replies' | 'mxRecords' | 'identity'> = {
  code: 'replies-dns',
  why: 'Without its MX record no reply comes to SES, and without DKIM SES does not own the domain',
  async find({ where, replies, mxRecords, identity }): Promise<Finding> {
    const wanted = await replies();
    if (wanted === null) return noReplies;
    const { domain } = wanted;
    const [{ region }, hosts, found] = await Promise.all([
      where(),
      mxRecords(domain),
      identity(domain),
    ]);
    if (hosts === 'no answer') throw new NotKnown(`DNS does not answer for ${domain}`);
    const inbound = `inbound-smtp.${region}.amazonaws.com`;
    const hasMx = typeof hosts === 'object' && hosts.records.includes(inbound);
    const isSigned = found?.dkim.status === 'SUCCESS';
    if (hasMx && isSigned) return ok(`${domain} leads to SES, which has found its DKIM records`);
    return broken(
      hasMx
        ? `SES has not found the DKIM records of ${domain}`
        : `The MX record of ${domain} does not lead to SES`,
      say(`Create these records in the DNS of ${domain}`),
      ...(hasMx ? [] : [record(`${domain} MX 10 ${inbound}`)]),
      ...(isSigned || !found ? [] : dkimRecords(domain, found)),
    );
  },
};
