import type { ObjectShape, Shape } from './shape.ts';
import type { TemplateType } from './template-type.ts';

/** The variables that execute accepts as a JSON Schema, by template, for languages other than TypeScript. */
export function jsonSchemaOf(templates: readonly TemplateType[]): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: Object.fromEntries(templates.map(({ id, variables }) => [id, schemaOf(variables)])),
  };
}

function schemaOf(shape: Shape): object {
  switch (shape.kind) {
    case 'value':
      return { type: ['string', 'number', 'boolean'] };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'either':
      return { anyOf: shape.of.map(schemaOf) };
    case 'object':
      return objectSchema(shape);
  }
}

function objectSchema({ fields }: ObjectShape): object {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, shape }) => [name, schemaOf(shape)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
