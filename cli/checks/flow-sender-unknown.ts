import { broken, ok, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import { cli, deployTo } from '../../shared/manage/doctor/where.ts';
import type { DoctorCheck } from './ports.ts';

/** How many flows the check names. If there are more, the next run names the next ones after these are fixed. */
const maxShown = 5;

export const flowSenderUnknown: DoctorCheck<'where' | 'senders' | 'flowSenders' | 'senderProblem'> =
  {
    code: 'flow-sender-unknown',
    why: 'Execute refuses such a flow with flow_error, and sends nothing',
    async find({ where, senders, flowSenders, senderProblem }) {
      const [place, identities, { flows, leftOut }] = await Promise.all([
        where(),
        senders(),
        flowSenders(),
      ]);
      if (identities.includes('*')) return skipped('This deployment accepts every sender');
      const wrong = flows.filter(({ from }) => senderProblem(from, identities) !== null);
      const rest = leftOut > 0 ? `, ${leftOut} templates were not read` : '';
      if (wrong.length === 0)
        return ok(`${flows.length} flows send from identities of this deployment${rest}`);
      const shown = wrong.slice(0, maxShown);
      const more = wrong.length - shown.length;
      const sentences = shown.map(
        ({ accountId, templateId, from }) => `${templateId} of ${accountId} sends from ${from}`,
      );
      const change = 'its domain to "senders" in postrider.json, and deploy';
      return broken(
        [...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
        say(
          identities.length > 0
            ? `Let the flow send from ${identities.join(' or ')}; or add ${change}`
            : `Add ${change}`,
        ),
        ...shown.map(({ accountId, templateId }) =>
          run(cli(`template show ${templateId} --account ${accountId}`, place)),
        ),
        run(deployTo(place)),
      );
    },
  };
