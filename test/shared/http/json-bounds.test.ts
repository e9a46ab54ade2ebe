import fc from 'fast-check';
import { checkJsonBounds } from '../../../shared/http/json-bounds.ts';
import { expect, test } from '../../jest.ts';

const tooMany = 'Request body has more than 100,000 values';

/** The number of values in a parsed value. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesOf(member), 1);
}

/** Spaces between the parts of a JSON text, and escapes in its strings: they change no value. */
const spaces = fc.constantFrom('', ' ', '\n\t', '\r\n');

test('a text is refused exactly if it has more values than it may, whatever its values are', () => {
  const text = fc.json({ maxDepth: 6, noUnicodeString: false, stringUnit: 'binary' });
  fc.assert(
    fc.property(text, spaces, (written, indent) => {
      const value: unknown = JSON.parse(written);
      const spaced = JSON.stringify(value, null, indent);
      const values = valuesOf(value);

      for (const each of [written, `${indent}${spaced}${indent}`]) {
        expect(() => checkJsonBounds(each, values)).not.toThrow();
        expect(() => checkJsonBounds(each, values - 1)).toThrow(tooMany);
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['{"a":1,"b":{"c":[]},"d":[{},"e"]}', 7],
  ['{"a":"\\"","b\\\\":"\\\\\\""}', 3],
  ['{"a":"]},:[{","{[,:":-1.5e+3}', 3],
  ['["",null,true,false,0]', 6],
  ['{"a":1,"a":2}', 3],
  ['"x"', 1],
])('the text %s has %d values', (text, values) => {
  expect(() => checkJsonBounds(text, values)).not.toThrow();
  expect(() => checkJsonBounds(text, values - 1)).toThrow(tooMany);
});

test.each<[string, string]>([
  ['a list without an end', `[${'1,'.repeat(200_000)}`],
  ['a list that is no JSON after 100,000 values', `[${'1,'.repeat(200_000)},,]`],
  ['fields of one name', `{${'"a":1,'.repeat(200_000)}"a":1}`],
  ['empty lists', `[${'[],'.repeat(200_000)}[]]`],
])('a text with more than 100,000 values is refused before it is parsed: %s', (_, text) => {
  expect(() => checkJsonBounds(text)).toThrow(tooMany);
});

test.each(['"', '"\\', '{"a', '{"a":"b\\"', 'x', '', ']]]]', '}{'])(
  'a text that ends or closes early is left to the parser: %j',
  (text) => {
    expect(() => checkJsonBounds(text)).not.toThrow();
  },
);
