import { importTemplates } from '../../../../../cli/commands/template/import/import-templates.ts';
import { readMailgun } from '../../../../../cli/commands/template/import/sources/mailgun.ts';
import { readResend } from '../../../../../cli/commands/template/import/sources/resend.ts';
import { readSendgrid } from '../../../../../cli/commands/template/import/sources/sendgrid.ts';
import { expect, test } from '../../../../jest.ts';
import { startService } from './local-service.ts';

const listPath = '/v3/templates?generations=dynamic&page_size=200';

test('SendGrid’s active versions are imported with their test data, page by page', async () => {
  const api = await startService('SendGrid', {
    [listPath]: {
      result: [
        {
          ...{ id: 'd-1', name: 'Welcome mail', generation: 'dynamic' },
          versions: [
            { id: 'v-1', template_id: 'd-1', active: 0 },
            { id: 'v-2', template_id: 'd-1', active: 1 },
          ],
        },
      ],
      _metadata: { next: `https://api.sendgrid.com${listPath}&page_token=p2`, count: 3 },
    },
    [`${listPath}&page_token=p2`]: {
      result: [
        { id: 'd-2', name: 'Draft', versions: [] },
        { id: 'd-3', name: 'welcome mail', versions: [{ id: 'v', active: 1 }] },
      ].map((template) => ({ ...template, generation: 'dynamic' })),
      _metadata: { count: 3 },
    },
    '/v3/templates/d-1/versions/v-2': {
      id: 'v-2',
      subject: 'Hello {{name}}',
      html_content: '<p>{{insert name "default=you"}}</p><%asm_group_unsubscribe_raw_url%>',
      plain_content: 'Hello {{name}}',
      test_data: '{"name":"Ada"}',
    },
    '/v3/templates/d-3/versions/v': {
      subject: 's',
      html_content: '<p>{{#if list}}x{{/if}}</p>',
      plain_content: '',
    },
  });

  const collection = await readSendgrid(api);
  const imported = await importTemplates(collection);
  expect(collection.leftOut).toEqual(['Draft (d-2) is left out: it has no active version']);
  expect(imported.map(({ origin, source }) => ({ origin, source }))).toEqual([
    {
      origin: 'd-1',
      source: {
        ...{ templateId: 'welcome-mail', name: 'Welcome mail', subject: 'Hello {{name}}' },
        html: '<p>{{name|you}}</p>{{! SendGrid writes a value of its own here: give one of yours as a variable }}{{not imported: <%asm_group_unsubscribe_raw_url%> (line 1)}}',
        text: 'Hello {{name}}',
        testData: { name: 'Ada' },
      },
    },
    {
      origin: 'd-3',
      source: {
        ...{ templateId: 'welcome-mail-2', name: 'welcome mail', subject: 's' },
        html: '<p>{{#list}}x{{/list}}</p>',
        testData: { list: true },
      },
    },
  ]);
  expect(imported.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    ['SendGrid writes a value of its own here: give one of yours as a variable'],
    [],
  ]);
  expect(new Set(api.requests.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer key']),
  );
});

test('Mailgun’s active versions are imported with the subject of their headers, page by page', async () => {
  const list = '/v3/acme.example/templates';
  const version = { tag: 'initial', engine: 'handlebars', active: true };
  const api = await startService('Mailgun', {
    [`${list}?limit=100`]: {
      items: [{ name: 'order.sent' }, { name: 'old' }],
      paging: { next: `https://api.mailgun.net${list}?page=next&p=old&limit=100` },
    },
    [`${list}?page=next&p=old&limit=100`]: { items: [], paging: {} },
    [`${list}/order.sent?active=yes`]: {
      template: {
        ...{ name: 'order.sent', description: 'Order sent' },
        version: {
          ...{ ...version, template: '<p>{{#each items}}{{x}}{{/each}}</p>' },
          headers: { Subject: 'Order {{no}}' },
        },
      },
    },
    [`${list}/old?active=yes`]: {
      template: { name: 'old', version: { ...version, engine: 'go', template: '{{.x}}' } },
    },
  });

  const collection = await readMailgun(api, 'acme.example');
  const imported = await importTemplates(collection);
  expect(collection.leftOut).toEqual(['old is left out: its engine is go, not handlebars']);
  expect(imported.map(({ source, comparison }) => ({ source, comparison }))).toEqual([
    {
      source: {
        ...{ templateId: 'order-sent', name: 'Order sent', subject: 'Order {{no}}' },
        html: '<p>{{#items}}{{x}}{{/items}}</p>',
        testData: { no: 'no', items: [{ x: 'x' }] },
      },
      comparison: { state: 'same' },
    },
  ]);
});

test('Resend’s published templates are imported, with fallbacks as defaults and without raw values', async () => {
  const api = await startService('Resend', {
    '/templates?limit=100': { object: 'list', data: [{ id: 'a' }], has_more: true },
    '/templates?limit=100&after=a': { data: [{ id: 'b' }, { id: 'c' }], has_more: false },
    '/templates/a': {
      ...{ id: 'a', alias: 'order-sent', name: 'Order sent', status: 'published' },
      ...{ subject: 'Order {{{NO}}}', html: '<p>{{{PRODUCT}}} {{{PRICE}}} {{x}}</p>', text: null },
      variables: [
        { key: 'PRODUCT', type: 'string', fallback_value: 'a "thing"' },
        { key: 'PRICE', type: 'number', fallback_value: 25 },
        { key: 'NO', type: 'string', fallback_value: null },
      ],
    },
    '/templates/b': { id: 'b', name: 'Draft', status: 'draft', html: 'x' },
    '/templates/c': { id: 'c', name: 'Bye', status: 'published', html: '{{{UNSUBSCRIBE_URL}}}' },
  });

  const collection = await readResend(api);
  const [order, bye] = await importTemplates(collection);
  expect(collection.leftOut).toEqual(['Draft is left out: it is a draft']);
  expect([order?.source, order?.comparison]).toEqual([
    {
      ...{ templateId: 'order-sent', name: 'Order sent', subject: 'Order {{NO}}' },
      html: '<p>{{PRODUCT|a &quot;thing&quot;}} {{PRICE|25}} &#123;&#123;x}}</p>',
      testData: { NO: 'NO', PRODUCT: 'PRODUCT', PRICE: 'PRICE' },
    },
    { state: 'same' },
  ]);
  expect(bye?.problems.map(({ message }) => message)).toEqual([
    'Resend writes a value of its own here: give one of yours as a variable',
  ]);
});

test('a service that has too many requests is asked again after the time that it says', async () => {
  const busy = { headers: { 'retry-after': '0' } };
  const empty = { body: { result: [], _metadata: {} } };
  const answers = [{ ...busy, status: 429 }, { ...busy, status: 429 }, empty];
  const api = await startService('SendGrid', { [listPath]: answers });

  expect(await readSendgrid(api)).toMatchObject({ templates: [] });
  expect(api.requests.map(({ path }) => path)).toEqual([listPath, listPath, listPath]);
});

test.each([
  [
    { status: 401 },
    'SendGrid refuses the key in KEY (401): it must be a key that may read templates',
  ],
  [{ status: 404 }, 'SendGrid answered 404: check what the command names, and try again later'],
  [{ body: { result: 'x' } }, `SendGrid answers ${listPath} in another way than it documents`],
  [
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    'SendGrid cannot be reached: unexpected redirect',
  ],
] as const)('a service whose answer is %j gives an error', async (answer, message) => {
  const api = await startService('SendGrid', { [listPath]: [answer] });

  await expect(readSendgrid(api)).rejects.toThrow(message);
});
