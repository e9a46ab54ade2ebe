import * as z from 'zod/mini';
import { batchMessage, batchRequest } from '../../functions/batch/contract.ts';
import { cancelRequest } from '../../functions/cancel/contract.ts';
import { executeRequest } from '../../functions/execute/contract.ts';
import { messageRequest } from '../../functions/message/contract.ts';
import { renderRequest } from '../../functions/render/contract.ts';
import { verifyRequest } from '../../functions/verify/contract.ts';
import { maxBatchMessages } from '../../shared/engine/limits.ts';
import { attachmentEntry, attachmentList } from '../../shared/execute/attachments/entries.ts';
import { headerRecord } from '../../shared/execute/send-fields.ts';
import { jsonArray, jsonObject } from '../../shared/http/contract.ts';
import { answers } from './answers.ts';
import { requestWords } from './request-words.ts';
import type { FieldWords } from './words.ts';

export interface Schema {
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

/** The functions check requests with these schemas. */
const requests = {
  RenderRequest: renderRequest,
  ExecuteRequest: executeRequest,
  VerifyRequest: verifyRequest,
  MessageRequest: messageRequest,
  CancelRequest: cancelRequest,
  BatchRequest: batchRequest,
  BatchMessage: z.partial(batchMessage),
  Attachment: attachmentEntry,
};

export type SchemaName = keyof typeof requests | keyof typeof answers;

export function pointerTo(name: SchemaName | string): string {
  return `#/components/schemas/${name}`;
}

const words = { ...requestWords, ...answers };

/** All schemas of the document by their names, with descriptions of their fields. */
export function schemas(): Record<SchemaName, Schema> {
  const found = Object.entries(generate()).map(([name, schema]) => [
    name,
    named(name as SchemaName, schema),
  ]);
  const all = Object.fromEntries(found) as Record<SchemaName, Schema>;
  for (const name of ['ExecuteRequest', 'BatchRequest', 'BatchMessage'] as const) {
    all[name] = withoutUnknownDelivery(all[name]);
  }
  // `attachmentEntries` refuses unknown names; the contract of an entry leaves that to it.
  all.Attachment = { ...all.Attachment, additionalProperties: false };
  all.ExecuteOutcome = distinguishedByType(all.ExecuteOutcome, all);
  all.BatchEntry = distinguishedByType(all.BatchEntry, all);
  return all;
}

const text = { type: 'string' };

/** The schemas whose check is a function, which Zod cannot describe. */
const checkedByFunctions = new Map<unknown, Schema>([
  [jsonObject, { type: 'object', additionalProperties: true }],
  [headerRecord, { type: 'object', propertyNames: text, additionalProperties: text }],
  [
    jsonArray,
    { type: 'array', items: { $ref: pointerTo('BatchMessage') }, maxItems: maxBatchMessages },
  ],
  [attachmentList, { type: 'array', items: { $ref: pointerTo('Attachment') } }],
]);

function generate(): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(requests)) registry.add(schema, { id });
  for (const [id, { schema }] of Object.entries(answers)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: pointerTo,
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, checkedByFunctions.get(zodSchema));
      // Every answer is read-only.
      delete jsonSchema.readOnly;
    },
  });
  return schemas as Record<string, Schema>;
}

function named(name: SchemaName, generated: Schema): Schema {
  const { $schema: _, $id: __, ...schema } = generated;
  const { description, fields } = words[name] as { description: string; fields: FieldWords };
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const isOptional = name in requests && !schema.required?.includes(field);
    return [field, { ...(isOptional ? orNull(property) : property), ...fields[field] }];
  });
  return {
    ...{ description, ...schema },
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
  };
}

/** `null` is "not given" for every optional field of a request. */
function orNull(property: Schema): Schema {
  return { ...property, type: [String(property.type), 'null'] };
}

/** Refuses unknown names that begin with `_`. JSON Schema states this rule for the whole body, not for a field. */
function withoutUnknownDelivery({ additionalProperties: _, ...schema }: Schema): Schema {
  const reserved = Object.keys(schema.properties ?? {}).filter((name) => name.startsWith('_'));
  return { ...schema, propertyNames: { anyOf: [{ pattern: '^[^_]|^$' }, { enum: reserved }] } };
}

/** Names the schema of each value of `type`. Without this mapping, OpenAPI takes the schemas' names for the values. */
function distinguishedByType({ oneOf, anyOf, ...schema }: Schema, all: Record<string, Schema>) {
  const outcomes = (oneOf ?? anyOf) as { $ref: string }[];
  const mapping = outcomes.map(({ $ref }) => [
    all[$ref.slice(pointerTo('').length)]?.properties?.type?.const,
    $ref,
  ]);
  const discriminator = { propertyName: 'type', mapping: Object.fromEntries(mapping) };
  return { ...schema, oneOf: outcomes, discriminator };
}
