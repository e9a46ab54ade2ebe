import * as z from 'zod';

/** The pattern of an environment's name, which becomes part of its stack's name. */
const environmentName = /^[a-z][a-z0-9-]{0,30}$/;

/** The parts of a settings file: the settings that all environments share, and those of each environment. */
export interface SettingsFile {
  shared: Record<string, unknown>;
  environments: Map<string, Record<string, unknown>>;
}

const object = z.record(z.string(), z.unknown());

/** Splits a settings file, without checking settings or format. Returns an error sentence if it is malformed. */
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

/** The shared settings with the environment's own in their place. `stackName` is by default named after it. */
export function settingsOf({ shared, environments }: SettingsFile, name: string): object {
  const own = environments.get(name) ?? {};
  const stackName = `${shared.stackName ?? 'postrider'}-${name}`;
  return { ...shared, stackName, ...own };
}

/** The place of an environment's stack; undefined parts come from the credentials. */
interface StackLocation {
  stackName: string;
  account?: string | undefined;
  region?: string | undefined;
}

/** The first two environments that would deploy to the same stack, or undefined. */
export function sameStack(
  places: ReadonlyMap<string, StackLocation>,
): [string, string] | undefined {
  const may = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other;
  const all = [...places];
  for (const [index, [name, place]] of all.entries()) {
    const twin = all
      .slice(index + 1)
      .find(
        ([, other]) =>
          other.stackName === place.stackName &&
          may(other.account, place.account) &&
          may(other.region, place.region),
      );
    if (twin) return [name, twin[0]];
  }
  return undefined;
}
