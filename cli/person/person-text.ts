import type {
  ForgottenPerson,
  FoundPerson,
  PersonAnswer,
  PersonCounts,
} from '../../shared/people/person-data.ts';
import { counted } from '../terminal/text.ts';

/** The counts that are not 0, as words. */
export function countsText(counts: PersonCounts): string {
  const { messages, refused, scheduled, copies, test, failures, replies, history } = counts;
  const words = [
    messages && counted(messages, 'message'),
    refused && `${refused} refused`,
    scheduled && `${scheduled} scheduled`,
    copies && (copies === 1 ? '1 copy' : `${copies} copies`),
    test && `${counted(test, 'message')} of test keys`,
    replies && (replies === 1 ? '1 reply' : `${replies} replies`),
    failures && `${counted(failures, 'failure')} of webhooks`,
    counts.suppressed && 'an entry of the suppression list',
    counts.seeds && 'an entry of the seed list',
    history && `${counted(history, 'name')} in histories`,
  ];
  return words.filter(Boolean).join(', ') || 'nothing';
}

export const foundText = (found: FoundPerson): string =>
  [
    `${found.address} in ${found.accountId}: ${countsText(found.found)}.`,
    ...leftLines(found, 'Places that postrider does not change:'),
  ].join('\n');

export function forgottenText(forgotten: ForgottenPerson): string {
  const { address, accountId, stays } = forgotten;
  return [
    `${address} is forgotten in ${accountId}: ${countsText(forgotten.forgotten)}.`,
    ...leftLines(forgotten, 'These places still have the address:'),
    ...['', 'These end by themselves:'],
    ...stays.map(({ what, until }) => `  ${what}, until ${until}`),
    '',
    'Receivers of your webhooks, inboxes and your exports have what they got: tell them.',
    'Mails that callers send to the address from now on are new data.',
  ].join('\n');
}

function leftLines({ left }: PersonAnswer, title: string): string[] {
  if (left.length === 0) return [];
  const lines = left.map(({ what, where, revision, todo }) => {
    const at = revision === undefined ? where : `${where}, revision ${revision}`;
    return `  ${what} (${at}): ${todo}`;
  });
  return ['', title, ...lines];
}
