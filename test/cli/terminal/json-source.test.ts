import { pathOf, readJson } from '../../../cli/terminal/json-source.ts';
import { expect, test } from '../../jest.ts';

test('reading JSON gives the value', () => {
  const source = readJson('{"a": [1, {"b": null}]}');

  expect(source).toMatchObject({ ok: true, value: { a: [1, { b: null }] } });
});

test.each([
  ['{"a": 1,}', 'JSON needs a name in double quotes here: remove the last comma', 1, 9],
  ['{\n  "a"\n}', 'JSON is wrong here: colon expected', 3, 1],
  ['{"a": 1 "b": 2}', 'JSON is wrong here: comma expected', 1, 9],
  ['{\n"a": [1, 2', 'JSON is wrong here: close bracket expected', 2, 11],
  ['{"a": "x\ny"}', 'JSON is wrong here: unexpected end of string', 1, 7],
  ["{'a': 1}", 'JSON has no such word: put texts and names in double quotes', 1, 2],
  [' \n', 'the file is empty, JSON expected', 1, 1],
  ['[1,]', 'JSON is wrong here: value expected', 1, 4],
  ['{} {}', 'JSON is wrong here: end of file expected', 1, 4],
  ['// c\n{}', 'JSON has no comments', 1, 1],
  ['{"a": 1, "a": 2}', '"a" is given twice', 1, 10],
  ['[[{"b": {"b": 1, "b": 2}}]]', '"b" is given twice', 1, 18],
  ['{"a": "\\q"}', 'JSON has no such escape: write a backslash as \\\\', 1, 7],
])('reading JSON says what is wrong in %j, and where', (text, message, line, column) => {
  expect(readJson(text)).toEqual({ ok: false, message, place: { line, column } });
});

test('reading JSON accepts 32 levels, and refuses the 33rd where it opens', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  expect(readJson(nested(32)).ok).toBe(true);
  expect(readJson(nested(33))).toEqual({
    ok: false,
    message: 'JSON is nested deeper than 32 levels',
    place: { line: 1, column: 33 },
  });
});

test('reading JSON refuses 200,000 open brackets as too deep, without a stack overflow', () => {
  expect(readJson('['.repeat(200_000))).toMatchObject({ ok: false });
});

test('reading JSON does not count brackets inside texts', () => {
  expect(readJson(JSON.stringify({ a: '[{'.repeat(50) })).ok).toBe(true);
});

const text = '{\n  "flow": {\n    "nodes": [{ "id": "mail" },\n      { "id": "send" }]\n  }\n}';
const placeOf = (path: string) => {
  const source = readJson(text);
  return source.ok && source.placeOf(pathOf(path));
};

test('the place of a value is where it begins', () => {
  expect(placeOf('/flow/nodes/1/id')).toEqual({ line: 4, column: 15 });
});

test('the place of a value that does not exist is the nearest one around it', () => {
  expect(placeOf('/flow/nodes/1/type')).toEqual({ line: 4, column: 7 });
  expect(placeOf('/nothing')).toEqual({ line: 1, column: 1 });
});

test('the place of a value is found by an escaped JSON Pointer', () => {
  expect(pathOf('/a~1b/m~0n/0/01')).toEqual(['a/b', 'm~n', 0, '01']);
});
