import { apiDocument } from '../../../../dashboard/src/pages/reference/document.ts';
import {
  commonRefusals,
  ownRefusals,
  refusedAnswers,
  shapesOf,
  typeInWords,
} from '../../../../dashboard/src/pages/reference/shapes.ts';
import { expect, test } from '../../../jest.ts';

const operationOf = (path: string) => {
  const operation = apiDocument.paths[path]?.post;
  if (!operation) throw new Error(`The document has no ${path}`);
  return operation;
};

const resultOf = (path: string) => {
  const content = operationOf(path).responses['200']?.content;
  if (!content) throw new Error(`${path} has no result`);
  return shapesOf(apiDocument, content);
};

test('the shapes of an answer are its variants, then the shapes of their fields', () => {
  const names = resultOf('/execute').map(({ name }) => name);

  expect(names).toEqual([
    ...[
      'Sent',
      'Scheduled',
      'Callback',
      'ValidationFailed',
      'SendFailed',
      'FlowError',
      'TraceStep',
    ],
  ]);
});

test('a shape has its fields with types, marks and descriptions', () => {
  const [verified, verification] = resultOf('/verify');

  expect(verified?.fields[1]).toEqual({
    ...{ name: 'verification', type: 'Verification', isRequired: true },
    description: expect.stringContaining('checks'),
  });
  expect(verification?.fields.map(({ name, type }) => [name, type])).toEqual(
    ['valid', 'format', 'domain', 'mxRecords', 'disposable', 'role'].map((name) => [
      ...[name, 'boolean'],
    ]),
  );
});

test('the shape of a request says which fields are optional', () => {
  const [request] = shapesOf(apiDocument, operationOf('/render').requestBody.content);

  expect(request?.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['template_id', 'string', true],
    ['variables', 'object or null', false],
    ['language', 'string or null', false],
    ['report', 'boolean or null', false],
    ['draft', 'boolean or null', false],
  ]);
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

test('refusals have their bodies, and whether Retry-After is always there', () => {
  const refused = refusedAnswers(operationOf('/execute'));

  const later = refused.filter(({ hasRetryAfter }) => hasRetryAfter);
  const [all, withRetryAfter] = [refused, later].map((some) => some.map(({ status }) => status));
  expect(all).toEqual([
    ...['400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'],
  ]);
  expect(withRetryAfter).toEqual(['409', '429', '503']);
  expect(refused.find(({ status }) => status === '401')?.sentences).toEqual([
    '{"error":"Authorization header is required"}',
    '{"error":"Invalid API key"}',
    '{"error":"API key has been revoked"}',
  ]);
});

test('common refusals are separate, and none is lost', () => {
  const operations = Object.values(apiDocument.paths).map(({ post }) => post);
  const verify = operationOf('/verify');

  const common = commonRefusals(operations);
  const own = ownRefusals(verify, common);

  expect(own.map(({ status, sentences }) => [status, ...sentences])).toEqual([
    [
      '400',
      '{"error":"email is required"}',
      '{"error":"email must be a string, found an object"}',
      '{"error":"Invalid email format"}',
    ],
    ['403', '{"error":"This API key may not use verify"}'],
    ['500', '{"error":"Domain lookup failed, try again"}'],
  ]);
  const all = [[...common, ...own], refusedAnswers(verify)];
  const [apart, together] = all.map((some) => some.flatMap(({ sentences }) => sentences).sort());
  expect(apart).toEqual(together);
});
