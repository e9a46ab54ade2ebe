import { type Command, Option } from 'commander';
import { maxPageItems } from '../../shared/engine/limits.ts';
import { plans } from '../../shared/plans.ts';

/** How everything is called: npm passes on what stands after the two hyphens. */
export const program = 'npm run -s postrider --';

/** Ends a command's help with an example of it. */
export function example(words: string): ['after', string] {
  return ['after', `\nExample:\n  ${program} ${words}`];
}

/** A command to go on with: it names the same deployment and account as the command that ran. */
export function nextCommand(command: Command, words: string): string {
  const options: Record<string, string | undefined> = command.optsWithGlobals();
  const same = ['account', 'stack', 'region', 'environment'].flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${options[name]}`],
  );
  return [program, words, ...same].join(' ');
}

/** The account a command works on. */
export const accountOption = [
  '--account <id>',
  'the account; may be left out where there is only one',
] as const;

export interface AccountOption {
  account?: string;
}

export function planOption(): Option {
  const rates = Object.entries(plans).map(([name, plan]) => `${name} ${plan.requestsPerMinute}`);
  return new Option('--plan <plan>', `requests a minute: ${rates.join(', ')}`)
    .choices(Object.keys(plans))
    .makeOptionMandatory();
}

/** How many items a page has, from 1 to 100; anything else is wrong usage. */
export function pageLimit(text: string | undefined, command: Command): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxPageItems) return Number(text);
  return command.error(
    `error: --limit is a number from 1 to ${maxPageItems}, found ${JSON.stringify(text)}`,
  );
}

/** A number of a revision; anything else is wrong usage. */
export function revisionNumber(text: string, command: Command): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) {
    command.error(`error: a revision is a number from 1, found ${JSON.stringify(text)}`);
  }
  return Number(text);
}
