import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import { didYouMean } from '../../shared/engine/nearest.ts';
import { type SettingsFile, sameStack, settingsOf, splitSettings } from './environments.ts';
import { strayIdentities } from './identity-settings.ts';
import { repliesProblem } from './replies-settings.ts';
import { type Settings, settingsShape } from './settings-shape.ts';

export { ruleNameOf } from './replies-settings.ts';
export type { Settings } from './settings-shape.ts';

/** The format of the settings file that this version reads and writes. A file without `format` has this one. */
export const settingsFormat = 1;

/** A settings file that cannot be used. The message names the file and each bad setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** The settings with a bad value: where each is, and the rule that it breaks. */
  readonly issues: readonly { path: readonly PropertyKey[]; message: string }[];

  constructor(message: string, issues: SettingsError['issues'] = []) {
    super(message);
    this.issues = issues;
  }
}

/** The file has several environments, and none was chosen. */
export class EnvironmentNotChosen extends SettingsError {}

/** The description of every stack of this project. The CLI only changes stacks that have it. */
export const stackDescription = 'postrider: transactional email in your own AWS account';

/** Selects the shared settings of a file that has environments. */
export const sharedSettings = '';

/** Checks the settings in `value`. `file` is the name in errors. */
export function parseSettings(value: unknown, file = 'postrider.json'): Settings {
  return parseAt('', value, file);
}

/**
 * Reads the settings of an environment from a file, and checks all of them; a missing file means all defaults.
 *
 * @throws {SettingsError} for a bad file, an unknown environment, and a file with environments if none was chosen
 */
export function readSettings(file: string, environment?: string): Settings {
  return settingsIn(existsSync(file) ? readFileSync(file, 'utf8') : '{}', file, environment);
}

const formatted = z.looseObject({ format: z.unknown() });

/** Like `readSettings`, for the text of a file. `file` is the name in errors. */
export function settingsIn(text: string, file: string, environment?: string): Settings {
  const content = parseJson(text, file);
  const { format = settingsFormat } = formatted.safeParse(content).data ?? {};
  // A newer format may give the settings another meaning, so nothing else of such a file is read.
  if (format !== settingsFormat) {
    throw new SettingsError(
      `${file}: format must be ${settingsFormat}: a newer postrider may read it`,
    );
  }
  const parts = splitSettings(content);
  if (typeof parts === 'string') throw new SettingsError(`${file}: ${parts}`);
  const shared = parseAt('', parts.shared, file);
  const all = parseEnvironments(parts, file);
  const names = [...all.keys()].join(', ');
  if (environment === sharedSettings) return shared;
  if (environment === undefined) {
    if (all.size === 0) return shared;
    throw new EnvironmentNotChosen(`${file} has several environments: choose one of ${names}`);
  }
  const chosen = all.get(environment);
  if (chosen) return chosen;
  if (!existsSync(file)) {
    throw new SettingsError(
      `There is no environment ${environment}, because there is no file ${resolve(file)}: write its settings there, or name the file in POSTRIDER_SETTINGS`,
    );
  }
  const has = all.size > 0 ? `it has ${names}` : 'it has none';
  throw new SettingsError(`${file} has no environment ${environment}: ${has}`);
}

/** The environment that is deployed, and the others with a `dashboardDomain`; undefined if none is deployed. */
export function deployedEnvironment(file: string, environment: string): PageConfig['environment'] {
  if (environment === '' || !existsSync(file)) return undefined;
  const parts = splitSettings(JSON.parse(readFileSync(file, 'utf8')));
  if (typeof parts === 'string') return undefined;
  const others = [...parts.environments.keys()]
    .filter((name) => name !== environment)
    .flatMap((name) => {
      const { dashboard, dashboardDomain } = readSettings(file, name);
      return dashboard && dashboardDomain ? { name, url: `https://${dashboardDomain.name}` } : [];
    });
  return { name: environment, others };
}

function parseEnvironments(parts: SettingsFile, file: string): Map<string, Settings> {
  const names = [...parts.environments.keys()];
  const all = new Map(
    names.map((name) => [name, parseAt(`environment ${name}: `, settingsOf(parts, name), file)]),
  );
  const twins = sameStack(all);
  if (!twins) return all;
  throw new SettingsError(
    `${file}: the environments ${twins.join(' and ')} would deploy to the same stack: give one of them another stackName`,
  );
}

function parseAt(where: string, value: unknown, file: string): Settings {
  const parsed = settingsShape.safeParse(value, { reportInput: true });
  if (parsed.success) {
    const { identities, replies, senders } = parsed.data;
    const [stray] = strayIdentities(identities, senders);
    const problem = stray
      ? `identities.${stray} is not one of the senders`
      : repliesProblem(replies, senders);
    if (problem === undefined) return parsed.data;
    throw new SettingsError(`${file}: ${where}${problem}`);
  }
  const { issues } = parsed.error;
  const sentences = issues.map((issue) => where + describeIssue(issue));
  throw new SettingsError(`${file}: ${sentences.join('; ')}`, issues);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

const topNames = [...Object.keys(settingsShape.shape), 'environments'];

/** The unknown setting, with a suggestion if one is similar. */
function unknownSetting(path: readonly PropertyKey[], key: string): string {
  return [...path, key].join('.') + (path.length === 0 ? didYouMean(key, topNames) : '');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `unknown setting ${issue.keys.map((key) => unknownSetting(issue.path, key)).join(', ')}`;
  }
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type')
    return `${name || 'the file'} must be of type ${issue.expected}`;
  return `${name} ${issue.message}`;
}
