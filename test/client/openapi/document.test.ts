import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApi, openApiText } from '../../../client/openapi/document.ts';
import { pageText } from '../../../client/openapi/page.ts';
import { refusalsOf } from '../../../client/openapi/refusals.ts';
import { endpoints } from '../../../lib/routes.ts';
import { type RefusalCode, refusals } from '../../../shared/engine/errors.ts';
import { describe, expect, test } from '../../jest.ts';

const committed = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
const document = openApi();

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'document');
const check = (name: string, value: unknown) => {
  const fits = ajv.getSchema(`document#/components/schemas/${name}`);
  if (!fits) throw new Error(`The document has no schema ${name}`);
  fits(value);
  return fits.errors ?? [];
};

const page = readFileSync(new URL('../../../docs/llms.txt', import.meta.url), 'utf8');

test('docs/llms.txt equals the contracts: npm run openapi writes it', () => {
  expect(page).toBe(pageText());
});

test('docs/llms.txt has every endpoint with an example, every shape, every field and every error', () => {
  const fields = Object.values(document.components.schemas).flatMap(({ properties = {} }) =>
    Object.keys(properties).map((field) => `- \`${field}\` (`),
  );
  const shapes = Object.keys(document.components.schemas).map((name) => `### ${name}\n`);
  const calls = endpoints.map((endpoint) => `curl -sS http://127.0.0.1:3000/v1/${endpoint} `);
  const errors = endpoints.flatMap((endpoint) =>
    refusalsOf(endpoint).map(({ status, sentence }) => `- ${status} ${sentence}\n`),
  );

  const missing = [...fields, ...shapes, ...calls, ...errors].filter((one) => !page.includes(one));
  expect(missing).toEqual([]);
  expect(page).not.toMatch(/undefined|\[object/);
});

test('docs/openapi.json equals the contracts: npm run openapi writes it', () => {
  expect(committed).toBe(openApiText());
});

test('docs/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(committed));

  expect({ valid, errors, version: validator.version }).toEqual({
    ...{ valid: true, errors: undefined, version: '3.1' },
  });
});

test('docs/openapi.json has no broken reference', () => {
  const found = [...committed.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)];

  const broken = found.filter(([, kind = '', name = '']) => {
    const components: Record<string, Record<string, unknown>> = document.components;
    return components[kind]?.[name] === undefined;
  });

  expect(broken).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

test('docs/openapi.json maps each value of a discriminator to the schema that has only this value', () => {
  const { schemas } = document.components;
  const unions = Object.entries(schemas).filter(([, { oneOf, anyOf }]) => oneOf ?? anyOf);

  const discriminatorOf = (...names: (keyof typeof schemas)[]) => {
    const mapping = names.map((name) => [
      ...[schemas[name].properties?.type?.const, `#/components/schemas/${name}`],
    ]);
    return { propertyName: 'type', mapping: Object.fromEntries(mapping) };
  };
  const failures = ['ValidationFailed', 'SendFailed', 'FlowError'] as const;
  expect(unions.map(([name, { discriminator }]) => [name, discriminator])).toEqual([
    ['ExecuteOutcome', discriminatorOf('Sent', 'Scheduled', 'Callback', ...failures)],
    ['BatchEntry', discriminatorOf('Scheduled', ...failures, 'RefusedMessage')],
  ]);
});

test('docs/openapi.json gives each field a description', () => {
  const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).map(([field, { description }]) => ({
      ...{ field: `${name}.${field}`, description },
    })),
  );

  expect(fields.filter(({ description }) => !description)).toEqual([]);
});

test('docs/openapi.json has every refusal of a route', () => {
  const known = new Set(endpoints.flatMap(refusalsOf).map(({ code }) => code));

  const codes = Object.keys(refusals) as RefusalCode[];
  const ofOneMessage: RefusalCode[] = ['flowDoesNotSend', 'outOfTime'];
  const unlisted = codes.filter((code) => !known.has(code) && !ofOneMessage.includes(code));
  expect(unlisted).toEqual(['notFound']);
});

describe.each(endpoints)('the document’s examples of %s', (endpoint) => {
  const { requestBody, responses } = document.paths[`/${endpoint}`]?.post ?? {};

  test('the document’s examples fit their schemas', () => {
    const contents = [requestBody, ...Object.values(responses ?? {})].flatMap(
      (part) => part?.content['application/json'] ?? [],
    );

    const problems = contents.flatMap(({ schema, examples }) =>
      Object.values(examples).flatMap((example) =>
        check(schema.$ref.split('/').at(-1) ?? '', (example as { value: unknown }).value),
      ),
    );

    expect(problems).toEqual([]);
    expect(contents.length).toBeGreaterThan(8);
  });
});

test.each([
  ['RenderRequest', { template_id: 'a', variables: null, report: null, note: 1 }],
  ['ExecuteRequest', { templateId: 'a', variables: {}, _to: '', _cc: null, note: [] }],
  ['ExecuteRequest', { templateId: 'a', variables: {}, '': 1 }],
  ['VerifyRequest', { email: 'a' }],
])('a request that the service accepts fits %s of the document', (name, body) => {
  expect(check(name, body)).toEqual([]);
});

test.each([
  ['RenderRequest', { template_id: '' }],
  ['RenderRequest', { template_id: 'a', variables: [] }],
  ['ExecuteRequest', { templateId: 'a', variables: null }],
  ['ExecuteRequest', { templateId: 'a', variables: {}, _reply: 'b' }],
  ['ExecuteRequest', { templateId: 'a', variables: {}, _dryRun: 'true' }],
  ['VerifyRequest', { email: null }],
])('a request that the service refuses does not fit %s of the document', (name, body) => {
  expect(check(name, body)).not.toEqual([]);
});

test.each([
  { success: true, type: 'sent' },
  { success: false, type: 'sent', messageId: 'a' },
  { success: true, type: 'delivered', messageId: 'a' },
  { success: false, type: 'validation_failed', error: 'a' },
])('an outcome that is not one of the five does not fit the document: %j', (outcome) => {
  expect(check('ExecuteOutcome', outcome)).not.toEqual([]);
});
