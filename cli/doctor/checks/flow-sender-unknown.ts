import { broken, type Check, ok, run, say, skipped } from '../../../shared/manage/doctor/check.ts';
import { cli, deployTo, type Where } from '../../../shared/manage/doctor/where.ts';

/** Where a flow sends from. */
export interface FlowSender {
  accountId: string;
  templateId: string;
  from: string;
}

export interface FlowSenderPorts {
  where: () => Promise<Where>;
  senders: () => Promise<readonly string[]>;
  /** The senders of all flows that send; how many templates were left out because there are too many. */
  flowSenders: () => Promise<{ flows: FlowSender[]; leftOut: number }>;
  /** Why a sender cannot be used with these identities; null where it can. */
  senderProblem: (from: string, senders: readonly string[]) => string | null;
}

/** How many are named; where there are more, the next run names the next. */
const maxShown = 5;

export const flowSenderUnknown: Check<FlowSenderPorts> = {
  code: 'flow-sender-unknown',
  why: 'Execute answers such a flow with flow_error, and sends nothing',
  async find({ where, senders, flowSenders, senderProblem }) {
    const [place, identities, { flows, leftOut }] = await Promise.all([
      where(),
      senders(),
      flowSenders(),
    ]);
    if (identities.includes('*')) return skipped('Any sender is taken here');
    const wrong = flows.filter(({ from }) => senderProblem(from, identities) !== null);
    const rest = leftOut > 0 ? `, ${leftOut} templates were not looked at` : '';
    if (wrong.length === 0) return ok(`${flows.length} flows send from identities${rest}`);
    const shown = wrong.slice(0, maxShown);
    const more = wrong.length - shown.length;
    return broken(
      shown
        .map(
          ({ accountId, templateId, from }) => `${templateId} of ${accountId} sends from ${from}`,
        )
        .concat(more > 0 ? [`and ${more} more`] : [])
        .join('; '),
      say(
        `${identities.length > 0 ? `Let the flow send from ${identities.join(' or ')}; or add` : 'Add'} its domain to "senders" in settings.json, and deploy`,
      ),
      ...shown.map(({ accountId, templateId }) =>
        run(cli(`template show ${templateId} --account ${accountId}`, place)),
      ),
      run(deployTo(place)),
    );
  },
};
