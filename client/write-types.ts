import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { selectableTypes } from '../shared/engine/webhook-types.ts';

/** The words of JSON Schema that decide a TypeScript type. The document has no other of them. */
export interface Schema {
  description?: string;
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** The shapes of `docs/openapi.json` as TypeScript, each with its description. */
export function typesOf(schemas: Record<string, Schema>): string {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const start = schema.properties ? `interface ${name}` : `type ${name} =`;
    return `${docstring(schema)}export ${start} ${typeOf(schema)}\n`;
  });
  return ['// Generated from docs/openapi.json: do not edit.\n', ...types].join('\n');
}

const docstring = ({ description }: Schema) => (description ? `/** ${description} */\n` : '');

function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) return schema.$ref.replace(/.*\//, '');
  if (choices !== undefined) return choices.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const kinds = [schema.type ?? 'unknown'].flat();
  return kinds.map((kind) => typeOfKind(kind, schema)).join(' | ');
}

function typeOfKind(kind: string, { items = {}, ...schema }: Schema): string {
  if (kind === 'integer') return 'number';
  if (kind === 'array') return `Array<${typeOf(items)}>`;
  return kind === 'object' ? objectType(schema) : kind;
}

/** An answer may have more fields, but the type does not offer them. */
function objectType({ properties, required = [], additionalProperties = {} }: Schema): string {
  if (properties === undefined) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${docstring(field)}${name}${mark}: ${typeOf(field)};\n`;
  });
  return `{\n${fields.join('').replace(/^/gm, '  ').trimEnd()}\n}`;
}

const webhookType: Schema = {
  description: 'What happened. New types may come: ignore an event whose type you do not know.',
  enum: [...selectableTypes, 'webhook.test'],
};

/** Writes the client's `src/types.ts`, unless it is up to date already. */
export function writeTypes(): void {
  const file = new URL('src/types.ts', import.meta.url);
  const { components } = JSON.parse(
    readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
  );
  const types = typesOf({ ...components.schemas, WebhookType: webhookType });
  // Writing it again would disturb a program that reads it at the same time.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);
}

if (import.meta.main) writeTypes();
