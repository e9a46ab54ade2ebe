import { type Endpoint, endpoints } from '../../../lib/routes.ts';
import { type ScopeName, scopeNames } from '../../../shared/keys/scopes.ts';
import type { KeyOptions } from '../../../shared/manage/key-options.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

interface Row {
  scope: ScopeName;
  /** Whether a live key without scopes may use the endpoint; a test key without scopes may use each. */
  isOpen: boolean;
  body: (templateId: string) => object;
  /** Whether a scope may name a template for it, which the endpoint checks before it reads anything. */
  hasTemplate: boolean;
  status: number;
}

/** Every route needs a row: a new endpoint is not open by default. */
const rows: Record<Endpoint, Row> = {
  render: row('render', true, true, (template_id) => ({ template_id, variables: {} })),
  execute: row('execute', true, true, (templateId) => ({
    ...{ templateId, variables: {}, _to: 'ada@good.example', _dryRun: true },
  })),
  verify: row('verify', true, false, () => ({ email: 'ada@good.example' })),
  message: row('messages', false, false, () => ({ to: 'ada@good.example' })),
  cancel: { ...row('execute', true, false, () => ({ id: 'unknown' })), status: 404 },
  // Batch answers for each message separately, so a scope's templates never refuse the whole batch with 403.
  batch: row('execute', true, false, (templateId) => ({
    messages: [{ templateId, variables: {}, _to: 'nobody' }],
  })),
};

function row(
  scope: ScopeName,
  isOpen: boolean,
  hasTemplate: boolean,
  body: (templateId: string) => object,
): Row {
  return { scope, isOpen, hasTemplate, body, status: 200 };
}

const account = await openAccount();
const flow = flowOf(template, provider());
await account.save(
  { id: 'invoice', html: '<p>1</p>', flow },
  { id: 'invoice-1', html: '<p>1</p>', flow },
);

async function keyWith(options: KeyOptions): Promise<string> {
  const { accountId } = account;
  return (await createKey(account.ports, { accountId, name: 'scoped', ...options })).secret;
}

async function ask(endpoint: Endpoint, key: string, templateId = 'invoice') {
  const body = rows[endpoint].body(templateId);
  const { status, text } = await callRaw(`/v1/${endpoint}`, { key, body });
  return { status, text };
}

const forbidden = (what: string) => ({
  status: 403,
  text: `{"error":"This API key may not use ${what}"}`,
});

const withTemplate = endpoints.filter((endpoint) => rows[endpoint]?.hasTemplate);

test('every route has a row in the matrix of scopes', () => {
  expect(Object.keys(rows)).toEqual(endpoints);
});

test.each(endpoints)('%s answers only keys whose scopes allow it', async (endpoint) => {
  const { scope, isOpen, status } = rows[endpoint];
  const keys: [string, KeyOptions, boolean][] = [
    ['live, without scopes', {}, isOpen],
    ['test, without scopes', { test: {} }, true],
    ...scopeNames.flatMap((name): [string, KeyOptions, boolean][] => [
      [`live, ${name}`, { scopes: [name] }, name === scope],
      [`test, ${name}`, { scopes: [name], test: {} }, name === scope],
    ]),
  ];

  const answers = await Promise.all(
    keys.map(async ([caller, options]) => ({
      ...{ caller, answer: await ask(endpoint, await keyWith(options)) },
    })),
  );

  const seen = answers.map(({ caller, answer }) =>
    answer.status === 403 ? { caller, answer } : { caller, isAllowed: answer.status === status },
  );
  expect(seen).toEqual(
    keys.map(([caller, , isAllowed]) =>
      isAllowed ? { caller, isAllowed } : { caller, answer: forbidden(scope) },
    ),
  );
});

test.each(withTemplate)('%s:invoice-* does not match the template invoice', async (endpoint) => {
  const key = await keyWith({ scopes: [`${endpoint}:invoice-*`] });

  const [invoice, one, upper] = await Promise.all([
    ask(endpoint, key, 'invoice'),
    ask(endpoint, key, 'invoice-1'),
    ask(endpoint, key, 'Invoice-1'),
  ]);

  expect(one?.status).toBe(200);
  expect(invoice).toEqual(forbidden('the template invoice'));
  expect(upper).toEqual(forbidden('the template Invoice-1'));
});

test.each(withTemplate)(
  'a 403 of %s does not tell whether a template exists: the same bytes for a known and an unknown one',
  async (endpoint) => {
    const key = await keyWith({ scopes: [`${endpoint}:other`] });

    const [known, unknown] = await Promise.all([
      ask(endpoint, key, 'invoice'),
      ask(endpoint, key, 'unknown'),
    ]);

    expect(known).toEqual(forbidden('the template invoice'));
    expect(unknown?.text.replace('unknown', 'invoice')).toBe(known?.text);
    expect(unknown?.status).toBe(403);
  },
);
