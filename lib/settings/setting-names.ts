import { z } from 'zod';
import { settingsShape } from './settings-shape.ts';

/** The part of a JSON schema that names the fields of an object. */
interface Part {
  properties?: Record<string, Part>;
  additionalProperties?: Part | boolean;
  anyOf?: Part[];
}

/** The names of the settings at a path, such as those within `throttle`. Empty if there is no such path. */
export function settingNamesAt(path: readonly PropertyKey[]): string[] {
  const whole = z.toJSONSchema(settingsShape, { unrepresentable: 'any' }) as Part;
  const part = path.reduce<Part | undefined>((at, key) => at && below(at, String(key)), whole);
  return Object.keys(part?.properties ?? {});
}

function below({ properties = {}, additionalProperties, anyOf }: Part, key: string) {
  const named = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (named ?? anyOf) return named ?? anyOf?.[0];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
