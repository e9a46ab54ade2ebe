import type { Option } from 'commander';

/** How a user calls the script that runs, with options; undefined if it is not one that runs postrider. */
function callOf({ npm_lifecycle_event: script }: NodeJS.ProcessEnv): string | undefined {
  if (script === 'start') return 'npm start -- …';
  return script === 'postrider' ? 'npm run -s postrider -- …' : undefined;
}

/** npm takes options of `npm run postrider push --dry-run` and sets `npm_config_dry_run`: names them, or null. */
export function swallowedOptions(
  options: readonly Option[],
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  const call = callOf(environment);
  if (call === undefined) return null;
  const isTaken = (name: string) =>
    // npm sets an empty text for an option that is switched off.
    environment[`npm_config_${name.slice(2).replaceAll('-', '_')}`] &&
    !argv.some((word) => word.split('=')[0] === name);
  const taken = options.flatMap(({ long }) => (long && isTaken(long) ? [long] : []));
  if (taken.length === 0) return null;
  return `npm has taken ${taken.join(' and ')} for itself. Write -- before the options: ${call}`;
}

/** The variables that npm sets for every script. Any other may be an option without `--` before it. */
const usual =
  /^npm_config_(cache|global_prefix|globalconfig|init_module|local_prefix|loglevel|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig|omit_lockfile_registry_resolved|fund|audit)$/;

/** Whether npm may have taken an option. It costs nothing, unlike the list of the options. */
export function mayHaveSwallowed(environment: NodeJS.ProcessEnv = process.env): boolean {
  return (
    callOf(environment) !== undefined &&
    Object.keys(environment).some((name) => name.startsWith('npm_config_') && !usual.test(name))
  );
}
