import { type Command, Option } from 'commander';
import { plans } from '../shared/plans.ts';

/** How everything is called: npm passes on what stands after the two hyphens. */
export const program = 'npm run -s postrider --';

/** Ends a command's help with an example of it. */
export function example(words: string): ['after', string] {
  return ['after', `\nExample:\n  ${program} ${words}`];
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

/** A number of a revision; anything else is wrong usage. */
export function revisionNumber(text: string, command: Command): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) {
    command.error(`error: a revision is a number from 1, found ${JSON.stringify(text)}`);
  }
  return Number(text);
}
