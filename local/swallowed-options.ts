/**
 * With `npm start --port 4000` npm takes the option itself: it sets `npm_config_port` and passes on the rest of the
 * line. Returns a sentence with the correct command; null if npm has taken no option, or the user also gave the option
 * after `--`.
 */
export function swallowedOptions(
  names: readonly string[],
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  if (environment.npm_lifecycle_event !== 'start') return null;
  const given = (name: string) => argv.some((word) => word.split('=')[0] === `--${name}`);
  const taken = names.filter((name) => !given(name) && configured(name, environment) !== undefined);
  if (taken.length === 0) return null;
  const options = taken.map((name) => `--${name}`);
  const line = ['npm start --', ...meant(taken, argv, environment)].join(' ');
  return `npm has taken ${options.join(' and ')} for itself. Write -- before the options: ${line}`;
}

function configured(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return environment[`npm_config_${name.replaceAll('-', '_')}`];
}

/**
 * The arguments that the user meant. npm separates an option from its value, and passes the value on as a word; with
 * several options and words it is unknown which belong together.
 */
function meant(
  taken: readonly string[],
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): string[] {
  if (argv.length > 1 || (argv.length === 1 && taken.length > 1)) return ['…'];
  const options = taken.map((name) => {
    const value = configured(name, environment);
    return value === 'true' ? `--${name}` : `--${name}=${value}`;
  });
  return [...options, ...argv];
}
