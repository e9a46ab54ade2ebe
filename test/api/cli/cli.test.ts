import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { call, refusal } from '../harness/call.ts';
import { command } from '../harness/cli.ts';
import { callback, flowOf, template } from '../harness/flow.ts';
import { writeTemplates } from '../harness/template-folder.ts';

const folder = temporaryFolder();
const cli = (...words: string[]) => command(folder, words);

const written = {
  'template.json': { id: 'hello', name: 'Hello', subject: 'Hi {{name}}' },
  'body.html': '<p>{{name}}</p>\n',
  'body.txt': 'Hello {{name}}\n',
  'flow.json': flowOf(template, callback),
  'test-data.json': { name: 'Ada' },
};

describe('the CLI against a local run', () => {
  let accountId: string;
  let key: { keyId: string; secret: string };
  const render = () =>
    call('/v1/render', {
      key: key.secret,
      body: { template_id: 'hello', variables: { name: 'Ada' } },
    });

  test('the CLI against a local run creates an account and a key that works', async () => {
    const account = await cli('account', 'create', '--name', 'Acme', '--plan', 'free');
    ({ accountId } = account.answer as { accountId: string });
    const created = await cli('key', 'create', '--account', accountId, '--name', 'production');
    key = created.answer as typeof key;
    const answer = await render();

    expect(account).toMatchObject({ exitCode: 0, answer: { plan: 'free', requestsPerMinute: 60 } });
    expect(created).toMatchObject({
      exitCode: 0,
      answer: { name: 'production', status: 'active', secret: expect.stringMatching(/^pr_/) },
    });
    expect(answer).toEqual(refusal(404, 'Template not found'));
  });

  test('the CLI against a local run pushes a template, which the next request uses', async () => {
    await writeTemplates(join(folder, 'templates'), { hello: written });

    const before = await render();
    const pushed = await cli('template', 'push', 'templates', '--account', accountId);
    const after = await render();
    const again = await cli('template', 'push', 'templates/hello', '--account', accountId);

    expect(before).toEqual(refusal(404, 'Template not found'));
    expect(pushed).toMatchObject({
      exitCode: 0,
      answer: { templates: [{ id: 'hello', revision: 1, changed: true }] },
    });
    expect(after).toEqual({ status: 200, body: { html: '<p>Ada</p>\n', subject: 'Hi Ada' } });
    expect(again).toMatchObject({ answer: { templates: [{ revision: 1, changed: false }] } });
  });

  test('the CLI against a local run pulls what was pushed, and a push of the pulled files changes nothing', async () => {
    const pulled = await cli('template', 'pull', 'pulled', '--account', accountId);
    const html = await readFile(join(folder, 'pulled/hello/body.html'), 'utf8');
    const text = await readFile(join(folder, 'pulled/hello/body.txt'), 'utf8');
    const back = await cli('template', 'push', 'pulled', '--account', accountId);

    expect(pulled.exitCode).toBe(0);
    expect([html, text]).toEqual([written['body.html'], written['body.txt']]);
    expect(back).toMatchObject({ answer: { templates: [{ revision: 1, changed: false }] } });
  });

  test('the CLI against a local run rolls back a template, which the next request uses', async () => {
    await writeTemplates(join(folder, 'templates'), { hello: { ...written, 'body.html': 'new' } });
    await cli('template', 'push', 'templates', '--account', accountId);
    const changed = await render();

    const back = await cli('template', 'rollback', 'hello', '1', '--account', accountId);
    const after = await render();
    const versions = await cli('template', 'versions', 'hello', '--account', accountId);

    expect(changed).toEqual({ status: 200, body: { html: 'new', subject: 'Hi Ada' } });
    expect(back).toMatchObject({ exitCode: 0, answer: { id: 'hello', revision: 3, restored: 1 } });
    expect(after).toEqual({ status: 200, body: { html: '<p>Ada</p>\n', subject: 'Hi Ada' } });
    expect(versions).toMatchObject({
      answer: {
        versions: [
          { revision: 3, current: true },
          { revision: 2, current: false },
          { revision: 1, current: false },
        ],
      },
    });
  });

  test('the CLI against a local run lists and shows everything, without any secret', async () => {
    const [accounts, account, keys, templates, shown] = await Promise.all([
      cli('account', 'list'),
      cli('account', 'show', accountId),
      cli('key', 'list', '--account', accountId),
      cli('template', 'list', '--account', accountId),
      cli('template', 'show', 'hello', '--account', accountId),
    ]);

    const { secret: _, ...listedKey } = key;
    expect(accounts.answer).toMatchObject({
      accounts: expect.arrayContaining([expect.objectContaining({ accountId, name: 'Acme' })]),
    });
    expect(account.answer).toMatchObject({ accountId, name: 'Acme', plan: 'free' });
    expect(keys).toEqual({ exitCode: 0, answer: { keys: [listedKey] } });
    expect(templates.answer).toMatchObject({
      templates: [{ id: 'hello', flowStatus: 'callback', revision: 3 }],
    });
    expect(shown.answer).toMatchObject({ id: 'hello', html: written['body.html'], revision: 3 });
  });

  test('the CLI against a local run deletes a key, which stops working with the next request', async () => {
    const before = await render();
    const deleted = await cli('key', 'delete', key.keyId);
    const after = await render();

    expect(before.status).toBe(200);
    expect(deleted).toMatchObject({ exitCode: 0, answer: { keyId: key.keyId, status: 'revoked' } });
    expect(after).toEqual(refusal(401, 'API key has been revoked'));
  });
});
