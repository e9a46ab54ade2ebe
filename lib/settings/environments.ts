import * as z from 'zod';

/** The pattern of an environment's name, which becomes part of its stack's name. */
const environmentName = /^[a-z][a-z0-9-]{0,30}$/;

/** The parts of a settings file: the settings that all environments share, and those of each environment. */
export interface SettingsFile {
  shared: Record<string, unknown>;
  environments: Map<string, Record<string, unknown>>;
}

const object = z.record(z.string(), z.unknown());

/**
 * Splits a settings file into the shared settings and those of each environment. Returns an error sentence instead if
 * the file is malformed. It does not check the settings themselves, nor the file's format.
 */
export function splitSettings(value: unknown): SettingsFile | string {
  const file = object.safeParse(value);
  if (!file.success || Array.isArray(value)) return 'the file must be of type object';
  const { format: _, environments: given = {}, ...shared } = file.data;
  const blocks = object.safeParse(given);
  if (!blocks.success || Array.isArray(given)) return 'environments must be of type object';
  const environments: SettingsFile['environments'] = new Map();
  for (const [name, content] of Object.entries(blocks.data)) {
    if (!environmentName.test(name)) {
      return `environments: ${JSON.stringify(name)} is not a valid name: use small letters, digits and hyphens, 31 at most, beginning with a letter`;
    }
    const block = object.safeParse(content);
    if (!block.success || Array.isArray(content)) {
      return `environment ${name} must be of type object`;
    }
    environments.set(name, block.data);
  }
  return { shared, environments };
}

/**
 * An environment's settings. Each of its own settings replaces the shared one as a whole. Unless it sets `stackName`,
 * its stack is named after the environment, so that no two environments share a stack by accident.
 */
export function settingsOf({ shared, environments }: SettingsFile, name: string): object {
  const own = environments.get(name) ?? {};
  const stackName = `${shared.stackName ?? 'postrider'}-${name}`;
  return { ...shared, stackName, ...own };
}
