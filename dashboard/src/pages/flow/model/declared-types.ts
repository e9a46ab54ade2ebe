import * as z from 'zod/mini';

const declared = z.looseObject({
  type: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
});

const schemaOfTemplate = z.looseObject({ $defs: z.record(z.string(), z.unknown()) });

/** The declared variables of a template, by name, also `order.total`: whether each is a value, a list or an object. */
export type DeclaredTypes = ReadonlyMap<string, 'value' | 'list' | 'object'>;

/** Reads the JSON Schema that the service makes of a template's variables. */
export function declaredTypes(schema: unknown, templateId: string): DeclaredTypes {
  const types = new Map<string, 'value' | 'list' | 'object'>();
  const walk = (value: unknown, path: string) => {
    const { type, properties } = declared.safeParse(value).data ?? {};
    if (path !== '') types.set(path, type === 'array' ? 'list' : properties ? 'object' : 'value');
    for (const [name, part] of Object.entries(properties ?? {})) {
      walk(part, path === '' ? name : `${path}.${name}`);
    }
  };
  walk(schemaOfTemplate.safeParse(schema).data?.$defs[templateId], '');
  return types;
}

/** Why a node cannot compare a variable's value; undefined if it can, or if the template does not have the variable. */
export function whyNotCompared(types: DeclaredTypes, name: string): string | undefined {
  const type = types.get(name);
  if (type === undefined || type === 'value') return undefined;
  return `${name} is ${type === 'list' ? 'a list' : 'an object'} in the template, and only a text, a number, true or false can be compared`;
}
