import { openApi } from './document.ts';

/**
 * The document's schemas for checking answers: none may have a field that the document lacks, which
 * callers' own checks may well let pass.
 */
export function answerShapes(): { schemas: Record<string, unknown>; names: string[] } {
  const { schemas } = openApi().components;
  return { schemas: closed(schemas) as Record<string, unknown>, names: Object.keys(schemas) };
}

function closed(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each));
  if (typeof schema !== 'object' || schema === null || name.endsWith('Request')) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, closed(value, key)]);
  const isShape = 'type' in schema && schema.type === 'object' && 'properties' in schema;
  return { ...Object.fromEntries(parts), ...(isShape && { additionalProperties: false }) };
}
