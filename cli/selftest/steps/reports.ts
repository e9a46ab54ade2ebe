import { readSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import type { MessageEvent, ReportedMessage } from '../../../shared/message/message.ts';
import type { Bench } from '../bench.ts';
import { type Expectation, firstSender, sendAndFollow, simulator } from '../mail.ts';
import { differing, type Step } from '../step.ts';

export const reports: Step = {
  code: 'reports',
  asks: "Whether SES's reports of a delivery, bounces and complaints are recorded, and bounces and complaints suppressed",
  costs: { mails: 6 },
  lasts: 'a minute, at most 15',
  leaves: 'nothing; SES may forward bounces and complaints to the sender by mail',
  async run(bench) {
    const from = await firstSender(bench);
    const mail = (mailbox: string, state: Expectation['state']): Expectation => {
      return { from, to: simulator(mailbox), state };
    };
    const two = { ...mail('complaint+one', 'COMPLAINED'), cc: simulator('complaint+two') };
    const mails = [
      mail('success', 'DELIVERED'),
      mail('bounce', 'BOUNCED'),
      mail('complaint', 'COMPLAINED'),
      mail('suppressionlist', 'BOUNCED'),
      two,
    ];
    const { records, problems } = await sendAndFollow(bench, mails);
    const kept = await Promise.all(
      records.map((record) => suppressionProblems(bench.ports, record)),
    );
    const differences = [...problems, ...kept.flat()];
    if (differences.length > 0) return broken(differing(differences));
    const complaints = records.at(-1)?.events.filter(({ state }) => state === 'COMPLAINED') ?? [];
    const named = complaints.map(({ addresses }) => addresses.length).join(' and ');
    return ok(
      `The reports of ${mails.length} mails were recorded; the complaints of two recipients of one mail named ${named}`,
    );
  },
};

/** How the list of an account differs from what a mail's reports ask for. */
export async function suppressionProblems(
  { messages }: Pick<Bench['ports'], 'messages'>,
  { accountId, events }: Pick<ReportedMessage, 'accountId' | 'events'>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { state, addresses } of events) {
    const demand = demandOf(state, addresses.length);
    for (const address of demand === null ? [] : addresses) {
      const isSuppressed = (await readSuppressed(messages, accountId, address)) !== null;
      if (isSuppressed !== demand?.isSuppressed) problems.push(`${address} ${demand?.else}`);
    }
  }
  return problems;
}

/** A complaint that names several does not say who complained, and suppresses none. */
function demandOf(state: MessageEvent['state'], named: number) {
  if (state === 'COMPLAINED' && named > 1) {
    const words = `is suppressed by a complaint that names ${named} recipients`;
    return { isSuppressed: false, else: words };
  }
  if (state !== 'COMPLAINED' && state !== 'BOUNCED') return null;
  const what = state === 'BOUNCED' ? 'bounce' : 'complaint';
  const words = `is not suppressed after its ${what}, which is right only with "suppression": false in the settings`;
  return { isSuppressed: true, else: words };
}
