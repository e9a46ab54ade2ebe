import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, tables } from './for-file.ts';
import { savedTemplates, saveSource } from './saved-template.ts';
import { lost } from './sending.ts';

let ports: ExecutePorts;

await startSendingForFile();

beforeEach(() => {
  ports = savedTemplates();
});

const save = (changes: Partial<TemplateSource> = {}) => saveSource({ ...source, ...changes });

const source: TemplateSource = {
  templateId: 'hello',
  name: 'Hello',
  subject: 'Your code: {{code}}',
  html: '<p>{{name|reader}}: {{code}}</p>{{#items}}<i>{{code}}</i>{{/items}}',
  text: '{{name|reader}}: {{code}}',
  flow: {
    nodes: [
      { id: 'inputs', type: 'variables', variables: [{ name: 'name', default: 'friend' }] },
      { id: 'mail', type: 'template' },
      { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
    ],
    edges: [
      { from: 'inputs', to: 'mail' },
      { from: 'mail', to: 'send' },
    ],
  },
};

const leavingBy = (unsubscribe: string) => {
  const { nodes, edges } = source.flow as { nodes: { id: string }[]; edges: object[] };
  return {
    nodes: nodes.map((node) => (node.id === 'send' ? { ...node, unsubscribe } : node)),
    edges,
  };
};

const variables = { code: '1234', items: [{ code: 'ab' }] };

/** Sends a mail, and returns its copy after this many days. */
async function copyOf(change: object = {}, days = 0) {
  sending.pass(1);
  await sending.execute({ variables, ...change }, undefined, ports);
  const [record] = await sending.records();
  if (!record) throw new Error('The message has no record');
  const nowMs = sending.nowMs() + days * 24 * 60 * 60 * 1000;
  return readCopy(tables.messages, record, nowMs);
}

describe('the copy of a live mail', () => {
  test('the copy of a live mail is kept for as long as its template says', async () => {
    await save({ keep: '7d' });

    expect(await copyOf({}, 6.99)).toEqual({
      variables,
      bodies: {
        subject: 'Your code: 1234',
        html: '<p>friend: 1234</p><i>ab</i>',
        text: 'friend: 1234',
      },
      expiresAt: Math.floor(sending.nowMs() / 1000) + 7 * 24 * 60 * 60,
    });
    expect(await copyOf({}, 7.01)).toBeNull();
  });

  test('the copy has the headers of the mail, without the value of a secret variable, encoded or not', async () => {
    const unsubscribe = 'https://acme.example/{{%code}}/{{name}}';
    const request = {
      variables: { ...variables, code: 'a/b 1' },
      _headers: { 'X-Code': 'code a/b 1' },
    };
    const leaving = { flow: leavingBy(unsubscribe) };
    const post = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    await save({ keep: '7d', ...leaving });
    const whole = await copyOf(request);
    await save({ keep: '7d', secret: ['code'], ...leaving });
    const masked = await copyOf(request);

    expect(whole?.headers).toEqual({
      'X-Code': 'code a/b 1',
      'List-Unsubscribe': '<https://acme.example/a%2Fb%201/friend>',
      ...post,
    });
    expect(masked?.headers).toEqual({
      'X-Code': 'code •••••',
      'List-Unsubscribe': '<https://acme.example/•••••/friend>',
      ...post,
    });
    expect(sending.accepted.map(({ headers }) => headers)).toEqual([
      whole?.headers,
      whole?.headers,
    ]);
  });

  test('a live mail of a template without keep has no copy, whatever its secrets are', async () => {
    await save();
    expect(await copyOf()).toBeNull();

    await save({ secret: ['code'] });
    expect(await copyOf()).toBeNull();
  });

  test('secret variables are masked in the copy of a live mail, and not in the mail', async () => {
    await save({ keep: '1d', secret: ['code'] });

    const copy = await copyOf({ variables: { ...variables, name: 'Ada' } });

    expect(copy).toMatchObject({
      variables: { code: '••••', items: [{ code: '••' }], name: 'Ada' },
      bodies: {
        subject: 'Your code: ••••',
        html: '<p>Ada: ••••</p><i>••</i>',
        text: 'Ada: ••••',
      },
    });
    expect(JSON.stringify(copy)).not.toContain('1234');
    expect(sending.accepted).toMatchObject([
      {
        subject: 'Your code: 1234',
        html: '<p>Ada: 1234</p><i>ab</i>',
        text: 'Ada: 1234',
      },
    ]);
  });

  test('a template that takes no mask in its place keeps the masked variables alone', async () => {
    const html = '<a href="https://example.com:{{port}}/">{{port}}</a>';
    await save({ keep: '1d', secret: ['port'], subject: 'Hi', html, text: undefined });

    expect(await copyOf({ variables: { port: 8080 } })).toMatchObject({
      variables: { port: '••••' },
      bodies: null,
    });
    expect(sending.accepted).toHaveLength(1);
  });

  test("the copy of a test key's mail is not masked", async () => {
    await save({ keep: '1d', secret: ['code'] });

    const answer = await sending.execute({ variables }, undefined, ports, { test: {} });
    if (!('body' in answer)) throw new Error(answer.error);
    const messageId = JSON.parse(answer.body).messageId.replace('captured-', '');
    const { accountId } = sending;
    const place = { accountId, messageId };

    expect(await readCopy(tables.messages, place, sending.nowMs())).toMatchObject({
      variables,
      bodies: { subject: 'Your code: 1234' },
    });
  });

  test('a live mail that SES refuses has no copy, and one that it may have accepted has one', async () => {
    await save({ keep: '1d' });
    sending.script.push({ outcome: 'refused', error: 'No' });
    expect(await copyOf()).toBeNull();

    sending.script.push(lost);
    expect(await copyOf()).not.toBeNull();
  });

  test('a copy that could not be written does not change the answer', async () => {
    await save({ keep: '1d' });
    const keepCopy = () => Promise.reject(new Error('no table'));
    const failing = { ...ports, store: { ...ports.store, keepCopy } };

    const answer = await sending.execute({ variables }, undefined, failing);

    expect(answer).toMatchObject({ body: expect.stringContaining('"type":"sent"') });
    expect(await sending.records()).toMatchObject([{ state: 'SENT' }]);
  });
});
