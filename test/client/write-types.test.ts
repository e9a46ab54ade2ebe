import { type Schema, typesOf } from '../../client/write-types.ts';
import { expect, test } from '../jest.ts';

const typeOf = (schema: Schema) => typesOf({ Shape: schema }).split('\n\n').at(1);

test.each<[string, Schema, string]>([
  ['a reference', { $ref: '#/components/schemas/Message' }, 'Message'],
  ['a choice', { oneOf: [{ const: true }, { type: 'null' }] }, 'true | null'],
  ['a list of values', { type: 'string', enum: ['_to', '_cc'] }, '"_to" | "_cc"'],
  ['a list of types', { type: ['integer', 'null'] }, 'number | null'],
  ['an array of a choice', { type: 'array', items: { enum: [1, 2] } }, 'Array<1 | 2>'],
  ['an object with any fields', { type: 'object' }, 'Record<string, unknown>'],
  [
    'an object with texts in its fields',
    { type: 'object', additionalProperties: { type: 'string' } },
    'Record<string, string>',
  ],
])('the client has a type for %s of the API document', (_, schema, type) => {
  expect(typeOf(schema)).toBe(`export type Shape = ${type}\n`);
});

test('the client has an interface for an object of the API document, with its descriptions', () => {
  const shape = typeOf({
    description: 'A shape.',
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', description: 'Its id.' }, more: { const: true } },
  });

  expect(shape).toBe(
    '/** A shape. */\nexport interface Shape {\n  /** Its id. */\n  id: string;\n  more?: true;\n}\n',
  );
});
