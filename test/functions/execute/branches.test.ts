import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import { revisionLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { pauseTemplate, resumeTemplate } from '../../../shared/manage/templates/pause-template.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { beforeEach, describe, expect, test } from '../../jest.ts';
import { hour, sendAt, wake } from '../due/waking.ts';
import { bodyOf, sending, startSendingForFile, tables } from './for-file.ts';
import { savedTemplates, saveSource } from './saved-template.ts';

let ports: ExecutePorts;

await startSendingForFile();

const flowTo = (template: string) => ({
  nodes: [
    { id: 'pro', type: 'branch', field: 'plan', values: ['pro'], template },
    { id: 'german', type: 'branch', field: '_language', values: ['de'], template: 'hallo' },
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
  ],
  edges: [
    { from: 'pro', to: 'german' },
    { from: 'german', to: 'mail' },
    { from: 'mail', to: 'send' },
  ],
});
const welcome: TemplateSource = {
  ...{ templateId: 'hello', name: 'Hello', subject: 'Hello {{name}}', html: '<p>Hi</p>' },
  flow: flowTo('hello-pro'),
};
const other = (templateId: string, subject: string): TemplateSource => ({
  ...{ templateId, name: templateId, subject, html: '<p>{{manager}}</p>' },
  // Its own flow is not run: it returns its content, and leads back.
  flow: {
    nodes: [
      { id: 'back', type: 'branch', field: 'plan', template: 'hello' },
      { id: 'mail', type: 'template' },
    ],
    edges: [{ from: 'back', to: 'mail' }],
  },
});

beforeEach(async () => {
  ports = savedTemplates();
  await saveSource({ ...welcome, flow: undefined });
  await saveSource({ ...other('hello-pro', 'Dear {{name}}'), keep: '7d', secret: ['manager'] });
  await saveSource({ ...other('hallo', 'Hallo {{name}}'), html: '<p>Hallo</p>' });
  await saveSource(welcome);
});

const execute = async (change: Partial<ExecuteRequest>, key?: string) =>
  bodyOf(await sending.execute({ variables: { name: 'Ada' }, ...change }, key, ports));

const pro = { name: 'Ada', plan: 'pro', manager: 'Max' };

describe('a request whose flow has branches', () => {
  test('the mail of the other template is sent by this flow, and answer and record name it', async () => {
    const answer = await execute({ variables: pro }, 'key-1');

    expect(answer).toMatchObject({ success: true, type: 'sent', templateId: 'hello-pro' });
    expect(sending.accepted).toMatchObject([{ subject: 'Dear Ada', from: 'zoe@example.com' }]);
    const [record] = await sending.records();
    expect(record).toMatchObject({
      ...{ templateId: 'hello', revision: 2, state: 'SENT' },
      branchedTo: { templateId: 'hello-pro', revision: 1 },
    });
    expect(await execute({ variables: pro }, 'key-1')).toEqual(answer);
  });

  test.each([
    ['the language of the request', { _language: 'de-CH' }, 'Hallo Ada', 'hallo'],
    ['no condition', { _language: 'fr' }, 'Hello Ada', undefined],
  ])('%s decides', async (_, change, subject, templateId) => {
    const answer = await execute(change);

    expect(answer.templateId).toBe(templateId);
    expect(sending.accepted).toMatchObject([{ subject }]);
  });

  test('a variable that only the other template requires is required, and recorded as refused', async () => {
    const answer = await execute({ variables: { ...pro, manager: undefined }, _trace: true });

    expect(answer).toMatchObject({
      ...{ type: 'validation_failed', field: 'manager' },
      trace: [{}, { node: 'pro', outcome: 'taken' }, { node: 'pro', outcome: 'failed' }],
    });
    expect(await sending.records()).toMatchObject([{ templateId: 'hello', state: 'REFUSED' }]);
  });

  test('a template that does not exist any more is an error of the flow, and nothing is sent', async () => {
    const { loadTemplate } = ports;
    ports.loadTemplate = async (accountId, id) =>
      id === 'hello-pro' ? null : loadTemplate(accountId, id);

    expect(await execute({ variables: pro })).toEqual({
      success: false,
      type: 'flow_error',
      error: 'Template hello-pro, to which node "pro" leads, does not exist',
    });
    expect(await execute({})).toMatchObject({ type: 'sent' });
  });

  test('a pause of the template that is sent, or of the one with the flow, refuses the mail', async () => {
    const manage = { ...tables, now: () => new Date(sending.nowMs()) };
    const by = { by: 'ada@example.com' };
    await pauseTemplate(manage, sending.accountId, 'hallo', by);
    const german = await execute({ _language: 'de' });
    await resumeTemplate(manage, sending.accountId, 'hallo', by);
    await pauseTemplate(manage, sending.accountId, 'hello', by);
    const toPro = await execute({ variables: pro });

    const paused = (id: string) => expect.stringMatching(`^The template ${id} was paused at`);
    expect(german).toEqual({ success: false, type: 'flow_error', error: paused('hallo') });
    expect(toPro).toEqual({ success: false, type: 'flow_error', error: paused('hello') });
  });

  test('the copy of the mail masks the secrets of the template that was sent', async () => {
    const kept: unknown[] = [];
    const { store } = ports;
    const keepCopy: typeof store.keepCopy = async (_, copy) => void kept.push(copy);
    const watched = { ...ports, store: { ...store, keepCopy } };
    await sending.execute({ variables: pro }, undefined, watched);

    expect(kept).toMatchObject([{ variables: { plan: 'pro', manager: '•••' } }]);
  });

  test('a scheduled mail is sent from the revision to which the branch led when it was accepted', async () => {
    const answer = await execute({ variables: pro, _sendAt: sendAt });
    expect(answer).toMatchObject({ type: 'scheduled', templateId: 'hello-pro' });
    await saveSource(other('hello-pro', 'Changed {{name}}'));
    await saveSource({ ...welcome, flow: undefined });
    sending.pass(hour);

    expect(await wake(answer.id, { loadRevision: revisionLoader(tables.templates) })).toBe('sent');
    expect(sending.accepted).toMatchObject([{ subject: 'Dear Ada', from: 'zoe@example.com' }]);
    expect(await sending.records()).toMatchObject([
      { state: 'SENT', branchedTo: { templateId: 'hello-pro', revision: 1 } },
    ]);
  });

  test('a scheduled mail whose other template is deleted before its time fails with its name', async () => {
    const { id } = await execute({ variables: pro, _sendAt: sendAt });
    const manage = { ...tables, now: () => new Date(sending.nowMs()) };
    await saveSource({ ...welcome, flow: undefined });
    await deleteTemplate(manage, sending.accountId, 'hello-pro');
    sending.pass(hour);

    expect(await wake(id, { loadRevision: revisionLoader(tables.templates) })).toBe('failed');
    expect(await sending.records()).toMatchObject([{ error: 'Template not found: hello-pro' }]);
  });
});

test('a save is refused if a branch leads to a template that the account does not have', async () => {
  const saved = saveSource({ ...welcome, flow: flowTo('wellcome-pro') });

  await expect(saved).rejects.toThrow('template wellcome-pro does not exist; choose another one');
});
