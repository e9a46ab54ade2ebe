import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { prepareSources } from '../../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { type Answer, type Sending, startSending } from './sending.ts';

let sending: Sending;
let ports: ExecutePorts;

const tables = await startTables();

beforeEach(async () => {
  sending = startSending(tables.messages);
  const load = templateLoader(tables.templates);
  ports = { ...sending.ports, loadTemplate: (accountId, id) => load(accountId, id) };
  await save();
});

const message = { pt: 'Dê um código', en: 'Give a code' };
const source = {
  ...{ templateId: 'hello', name: 'Hello', subject: 'Hello {{name}}', html: '<p>Hi</p>' },
  language: 'en',
  languages: { pt: { subject: 'Olá {{name}}', html: '<p>Oi</p>' } },
  flow: {
    nodes: [
      { id: 'code', type: 'verification', kind: 'regex', field: 'code', pattern: '^\\d$', message },
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
    ],
    edges: [
      { from: 'code', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  },
};

/** Saves the template in English and Portuguese. */
async function save(change: Partial<typeof source> = {}) {
  const manage = { ...tables, now: () => new Date(sending.nowMs()) };
  const { prepared, problems } = await prepareSources(manage, sending.accountId, [
    { ...source, ...change },
  ]);
  expect(problems).toEqual([]);
  await pushTemplates(manage, sending.accountId, prepared);
}

const execute = (change: Partial<ExecuteRequest>) =>
  sending.execute({ variables: { name: 'Ada', code: '1' }, ...change }, undefined, ports);

const bodyOf = (answer: Answer) => ('body' in answer ? JSON.parse(answer.body) : answer);

const inNoPt = { success: true, type: 'sent', messageId: 'ses-1' };

describe('a request with _language', () => {
  test.each([['pt'], ['PT-br'], ['pt-BR-x-any']])(
    'a request for %s sends the mail in pt, and the record says so',
    async (_language) => {
      expect(bodyOf(await execute({ _language }))).toEqual(inNoPt);

      expect(sending.accepted).toMatchObject([
        { subject: 'Olá Ada', html: '<p>Oi</p>', text: 'Oi' },
      ]);
      expect(await sending.records()).toMatchObject([{ language: 'pt', subject: 'Olá Ada' }]);
    },
  );

  test.each([[undefined], [''], ['fr'], ['en-GB']])(
    'a request for %j sends the mail whole in its own language, and the record says so',
    async (_language) => {
      expect(bodyOf(await execute({ _language }))).toEqual(inNoPt);

      expect(sending.accepted).toMatchObject([
        { subject: 'Hello Ada', html: '<p>Hi</p>', text: 'Hi' },
      ]);
      expect(await sending.records()).toMatchObject([{ language: 'en' }]);
    },
  );

  test('5,000 characters are refused with 400', async () => {
    expect(await execute({ _language: 'a'.repeat(5000) })).toEqual({
      status: 400,
      error: '_language must be a text of at most 100 characters, found a longer one',
    });
  });

  test('the record of a template that does not say its language has none', async () => {
    const { language: _, languages: __, ...plain } = source;
    await save({ ...plain, language: undefined, languages: undefined } as never);
    await execute({ _language: 'pt' });

    const [record] = await sending.records();
    expect(record?.language).toBeUndefined();
    expect(record?.subject).toBe('Hello Ada');
  });
});

describe("a node's message in several languages", () => {
  test.each([
    ['pt-BR', 'Dê um código'],
    ['en', 'Give a code'],
    ['fr', 'Give a code'],
    [undefined, 'Give a code'],
  ])('for %s it is %j', async (_language, error) => {
    const answer = bodyOf(await execute({ _language, variables: { name: 'Ada' } }));

    expect(answer).toMatchObject({ type: 'validation_failed', field: 'code', error });
  });

  test("a node's first message is used if it has none in the language of the request or of the template", async () => {
    await save({ language: 'de' });
    const answer = bodyOf(await execute({ _language: 'fr', variables: { name: 'Ada' } }));

    expect(answer).toMatchObject({ error: 'Dê um código' });
  });
});
