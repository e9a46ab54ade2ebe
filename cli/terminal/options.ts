import { type Command, Option } from 'commander';
import { program } from '../../shared/command.ts';
import { canonicalTag } from '../../shared/engine/language/language-tag.ts';
import { maxPageItems } from '../../shared/engine/limits.ts';
import { plans } from '../../shared/plans.ts';
import { readSince } from './local-time.ts';

/** A command below `parent`, whose help ends with an example of it. */
export function subcommand(
  parent: Command,
  name: string,
  { about, example }: { about: string; example: string },
): Command {
  return parent.command(name).description(about).addHelpText('after', exampleText(example));
}

export const exampleText = (words: string) => `\nExample:\n  ${program} ${words}`;

/** The command to run next: it names the same deployment and account as the command that ran. */
export function nextCommand(command: Command, words: string): string {
  const options: Record<string, string | undefined> = command.optsWithGlobals();
  const same = ['account', 'stack', 'region', 'environment'].flatMap((name) =>
    options[name] === undefined ? [] : [`--${name} ${options[name]}`],
  );
  return [program, words, ...same].join(' ');
}

/** How a help describes the account of a command that names none; `accountFor` finds that account. */
export const accountDefault =
  'default: POSTRIDER_ACCOUNT, else postriderAccount in the settings of the environment, else the only account';

export const accountOption = ['--account <id>', `the account's id; ${accountDefault}`] as const;

/** Like `subcommand`, for one account, which the person names as an argument or with `--account`. */
export const accountSubcommand = (...words: Parameters<typeof subcommand>): Command =>
  subcommand(...words)
    .argument('[account]', accountOption[1])
    .option(...accountOption);

export interface AccountOption {
  account?: string;
}

export function planOption(): Option {
  const rates = Object.entries(plans).map(([name, plan]) => `${name} ${plan.requestsPerMinute}`);
  return new Option('--plan <plan>', `the plan, with its requests a minute: ${rates.join(', ')}`)
    .choices(Object.keys(plans))
    .makeOptionMandatory();
}

export const collect = (value: string, before: string[] = []) => [...before, value];

/** A whole number from `least` to `most`; any other text is wrong usage. `what` is what the error calls it. */
export function wholeNumber(
  text: string,
  command: Command,
  { what, least = 1, most }: { what: string; least?: number; most: number },
): number {
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  return command.error(
    `error: ${what} must be a whole number from ${least} to ${most}, found ${JSON.stringify(text)}`,
  );
}

export function pageLimit(text: string | undefined, command: Command): number | undefined {
  if (text === undefined) return undefined;
  return wholeNumber(text, command, { what: '--limit', most: maxPageItems });
}

export function revisionNumber(text: string, command: Command): number {
  return wholeNumber(text, command, { what: 'a revision', most: 99_999_999 });
}

/** A time in the past; any other text is wrong usage. */
export function readTime(
  text: string | undefined,
  command: Command,
  now: Date,
  option = '--since',
): Date | undefined {
  if (text === undefined) return undefined;
  const time = readSince(text, now);
  if (time && time <= now) return time;
  const problem = time
    ? 'must be a time in the past'
    : 'must be a date such as 2026-05-01 or 2026-05-01T10:00';
  return command.error(
    `error: ${option} ${problem}, or a span such as 30m, 2h or 7d, found ${JSON.stringify(text)}`,
  );
}

/** `--language pt-BR`: its value is a canonical tag. Any text that is no tag is wrong usage. */
export function languageOption(command: Command): Option {
  return new Option(
    '--language <tag>',
    "the language of the mail, such as pt-BR; default: the template's own",
  ).argParser((text: string) => {
    const tag = canonicalTag(text);
    if (tag !== null) return tag;
    return command.error(
      `error: --language must be a language tag such as pt-BR, found ${JSON.stringify(text)}`,
    );
  });
}
