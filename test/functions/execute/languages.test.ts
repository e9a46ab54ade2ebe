import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { bodyOf, sending, startSendingForFile } from './for-file.ts';
import { savedTemplates, saveSource } from './saved-template.ts';

let ports: ExecutePorts;

await startSendingForFile();

beforeEach(async () => {
  ports = savedTemplates();
  await save();
});

const message = { pt: 'Dê um código', en: 'Give a code' };
const source: TemplateSource = {
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
const save = (change: Partial<TemplateSource> = {}) => saveSource({ ...source, ...change });

const execute = (change: Partial<ExecuteRequest>) =>
  sending.execute({ variables: { name: 'Ada', code: '1' }, ...change }, undefined, ports);

describe('a request with _language', () => {
  test('the record of a template that does not say its language has none', async () => {
    await save({ language: undefined, languages: undefined });
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
