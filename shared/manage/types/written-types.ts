import type { ObjectShape, Shape } from './shape.ts';
import type { TemplateType } from './template-type.ts';

/** The declaration file for `@postrider/client`, by template id. */
export function declarationOf(templates: readonly TemplateType[]): string {
  const usesValue = templates.some(({ variables }) => variables.fields.length > 0);
  const entries = templates.map((template) => `    ${keyOf(template.id)}: ${entryOf(template)};`);
  return [
    '// Written by `postrider template types`: do not edit.',
    usesValue ? "import type { Value } from '@postrider/client';" : 'export {};',
    '',
    'declare global {',
    '  interface PostriderTemplates {',
    ...entries,
    '  }',
    '}',
    '',
  ].join('\n');
}

/** `rendered` is written only if render requires other variables than execute. */
function entryOf({ variables, rendered, sends }: TemplateType): string {
  const [executed, onlyRendered] = [textOf(variables, 3), textOf(rendered, 3)];
  const parts = [
    `variables: ${executed}`,
    ...(onlyRendered === executed ? [] : [`rendered: ${onlyRendered}`]),
    `sends: ${sends}`,
  ];
  return `{\n${parts.map((part) => `      ${part};`).join('\n')}\n    }`;
}

function textOf(shape: Shape, depth: number): string {
  switch (shape.kind) {
    case 'value':
      return 'Value';
    case 'list': {
      const item = textOf(shape.of, depth);
      return `readonly ${shape.of.kind === 'either' ? `(${item})` : item}[]`;
    }
    case 'either':
      return shape.of.map((one) => textOf(one, depth)).join(' | ');
    case 'object':
      return objectText(shape, depth);
  }
}

function objectText({ fields }: ObjectShape, depth: number): string {
  if (fields.length === 0) return 'Record<string, never>';
  const lines = fields.map(({ name, isRequired, shape }) => {
    const key = `${keyOf(name)}${isRequired ? '' : '?'}`;
    return `${'  '.repeat(depth + 1)}${key}: ${textOf(shape, depth + 1)};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

/** A name that is no identifier is written as a text, such as `"order-no"`. */
function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** The variables of execute as a JSON Schema, by template. */
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
