import type { Option } from 'commander';
import { shellWord } from './text.ts';

/** How a user calls the script that runs, with options; undefined if it is not one that runs postrider. */
function callOf({ npm_lifecycle_event: script }: NodeJS.ProcessEnv): string | undefined {
  if (script === 'start') return 'npm start --';
  return script === 'postrider' ? 'npm run -s postrider --' : undefined;
}

/** npm completes this option to one of its own. */
const completed: Record<string, string> = { to: 'token_description' };

/**
 * In `npm run postrider template push --dry-run` npm takes the option itself: it sets `npm_config_dry_run` and passes on
 * the rest of the line. Returns a sentence with the correct line; null if npm has taken no option, or the user also gave
 * the option after `--`.
 *
 * @param options the options to look for
 * @param argv what npm passed on, without `before`
 * @param before the command that the script `postrider` runs, if `argv` lacks it
 */
export function swallowedOptions(
  options: readonly Option[],
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
  before?: string,
): string | null {
  const call = callOf(environment);
  if (call === undefined) return null;
  const given = (name: string) => argv.some((word) => word.split('=')[0] === `--${name}`);
  const taken = options.flatMap((option) => {
    const name = option.long?.slice(2) ?? '';
    const value = configured(name, environment);
    return value === undefined || given(name) ? [] : [{ name, value, isFlag: option.isBoolean() }];
  });
  if (taken.length === 0) return null;
  const start = before && environment.npm_lifecycle_event === 'postrider' ? [before] : [];
  const line = [call, ...start, ...meant(taken, argv)].join(' ');
  const names = taken.map(({ name }) => `--${name}`);
  return `npm has taken ${names.join(' and ')} for itself. Write -- before the options: ${line}`;
}

/**
 * The variables that npm sets for every script. Any other `npm_config_*` variable may be an option that the user wrote
 * without `--` before it.
 */
const usual =
  /^npm_config_(cache|global_prefix|globalconfig|init_module|local_prefix|loglevel|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig|omit_lockfile_registry_resolved|fund|audit)$/;

/** Whether npm may have taken an option. It costs nothing, unlike the list of the options. */
export function mayHaveSwallowed(environment: NodeJS.ProcessEnv = process.env): boolean {
  return (
    callOf(environment) !== undefined &&
    Object.keys(environment).some((name) => name.startsWith('npm_config_') && !usual.test(name))
  );
}

/** The option's value, `true` for an option without one. npm sets an empty text for what is switched off. */
function configured(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return environment[`npm_config_${completed[name] ?? name.replaceAll('-', '_')}`] || undefined;
}

interface Taken {
  name: string;
  value: string;
  /** Whether the option has no value. */
  isFlag: boolean;
}

/**
 * The words that the user meant. npm mostly separates an option from its value, and passes the value on as a word: with
 * other words before or after it, it is unknown which word is the value.
 */
function meant(taken: readonly Taken[], argv: readonly string[]): string[] {
  const lost = taken.filter(({ isFlag, value }) => !isFlag && value === 'true');
  if (lost.length > 1 || (lost.length === 1 && argv.length > 1)) return ['…'];
  const others = taken
    .filter((option) => !lost.includes(option))
    .map(({ name, value, isFlag }) => (isFlag ? `--${name}` : `--${name}=${shellWord(value)}`));
  const words = argv.map(shellWord);
  const [value] = lost;
  return value ? [...others, `--${value.name}`, ...words] : [...words, ...others];
}
