import type { Command } from 'commander';
import { maxMessageParts } from '../../shared/engine/limits.ts';
import { chosenAccount, showAccount } from '../../shared/manage/accounts.ts';
import { inSession } from '../connection/session.ts';
import { agreed, talkAt } from '../deploy/talk.ts';
import { checkParts, type SpreadAccount, spreadMessages } from '../operate/spread-messages.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';

type SpreadOptions = AccountOption & { parts: string; yes?: boolean };

/** `account spread`: asks at a terminal, because there is no way back. In a pipe it does not. */
export function addSpread(account: Command): void {
  account
    .command('spread')
    .description(
      "spread an account's messages over several partition keys, for more than 330 mails a second",
    )
    .argument('[account]', accountOption[1])
    .option(...accountOption)
    .requiredOption('--parts <n>', `how many, from 1 to ${maxMessageParts}; it can only grow`)
    .option('--yes', 'do not ask; in a pipe nothing is asked')
    .addHelpText(...example('account spread acc_0a1B2c3D4e5F6g7H --parts 16'))
    .action((id: string | undefined, options: SpreadOptions, command: Command) => {
      const parts = readParts(options.parts, command);
      return inSession(command, async ({ ports, progress, pause }) => {
        progress('Reading the account');
        const accountId = await chosenAccount(ports, id ?? options.account);
        const before = await showAccount(ports, accountId);
        checkParts(parts, before);
        const talk = talkAt({ progress, pause });
        const isAsked = !options.yes && talk.interactive && parts > before.messageParts;
        if (isAsked && !(await agreed(talk, questionOf(accountId, parts)))) {
          return { json: { ...before, changed: false }, text: 'Nothing was changed.', exitCode: 1 };
        }
        progress('Spreading the messages');
        const spread = await spreadMessages(ports, accountId, parts);
        const { account: after, changed, keys } = spread;
        return { json: { ...after, changed, keys }, text: spreadText(spread) };
      });
    });
}

/** How many parts; anything that is no such number is wrong usage. */
function readParts(text: string, command: Command): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= maxMessageParts) return Number(text);
  return command.error(
    `error: --parts is a number from 1 to ${maxMessageParts}, found ${JSON.stringify(text)}`,
  );
}

const questionOf = (accountId: string, parts: number) =>
  `Spread the messages of ${accountId} over ${parts} parts? A page of messages then takes ${parts} Queries instead of one, and there is no way back to fewer.`;

function spreadText({
  account: { accountId, messageParts },
  changed,
  keys,
}: SpreadAccount): string {
  const when = changed ? 'now' : 'already';
  const raised = keys === 1 ? 'One key sends' : `${keys} keys send`;
  return [
    `The messages of account ${accountId} are spread over ${messageParts} parts ${when}. ${raised} to more parts than before.`,
    `A page of messages takes ${messageParts} ${messageParts === 1 ? 'Query' : 'Queries'}.`,
    'Run this again after a minute if a key was created meanwhile: it may still send to the parts of before.',
  ].join('\n');
}
