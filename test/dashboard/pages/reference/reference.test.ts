import {
  commonRefusals,
  operations,
  ownRefusals,
  refusalsOf,
  shapesOf,
  typeInWords,
} from '../../../../dashboard/src/pages/reference/reference.ts';
import { expect, test } from '../../../jest.ts';

const operationOf = (path: string) => {
  const operation = operations.find((each) => each.path === path);
  if (!operation) throw new Error(`The document has no ${path}`);
  return operation;
};

test.each([
  [
    '/execute',
    ['Sent', 'Scheduled', 'Callback', 'ValidationFailed', 'SendFailed', 'FlowError', 'TraceStep'],
  ],
  ['/verify', ['Verified', 'Verification']],
])('the shapes of an answer of %s are its variants, then those of their fields', (path, names) => {
  const content = operationOf(path).responses['200']?.content;

  expect(content && shapesOf(content).map(({ name }) => name)).toEqual(names);
});

test.each([
  [{ const: true }, 'true'],
  [{ type: 'string', enum: ['a', 'b'] }, 'a | b'],
  [{ type: 'array', items: { $ref: '#/components/schemas/TraceStep' } }, 'list of TraceStep'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{}, 'anything'],
])('the type of %j is %s in words', (schema, words) => {
  expect(typeInWords(schema)).toBe(words);
});

test('a refusal says whether Retry-After is always there', () => {
  const later = refusalsOf(operationOf('/execute')).filter(({ hasRetryAfter }) => hasRetryAfter);

  expect([...new Set(later.map(({ status }) => status))]).toEqual(['409', '429', '503']);
});

test('common refusals are separate, and none is lost', () => {
  const verify = operationOf('/verify');

  const own = ownRefusals(verify);

  expect(own.map(({ status, body }) => [status, body])).toEqual([
    ['400', '{"error":"email is required"}'],
    ['400', '{"error":"email must be a string, found an object"}'],
    ['400', '{"error":"Invalid email format"}'],
    ['403', '{"error":"This API key may not use verify"}'],
    ['500', '{"error":"Domain lookup failed, try again"}'],
  ]);
  const [apart, together] = [[...commonRefusals, ...own], refusalsOf(verify)].map((some) =>
    some.map(({ body }) => body).sort(),
  );
  expect(apart).toEqual(together);
});
