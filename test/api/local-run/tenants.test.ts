import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { call } from '../harness/call.ts';
import { command, commandInWords } from '../harness/cli.ts';
import { startOwnRun } from '../harness/own-run.ts';
import type { LocalProcess } from '../run/local-process.ts';

describe('a run with tenants', () => {
  const data = temporaryFolder();
  const events: { type: string; data: object }[] = [];
  let run: LocalProcess;

  const send = async (key = run.deployment.apiKey, baseUrl = run.deployment.baseUrl) => {
    const to = 'someone@inbox.example.com';
    const request = { templateId: 'welcome', variables: { name: 'Ada' }, _to: to };
    return (await call('/v1/execute', { key, baseUrl, body: request })).body;
  };
  const paused = {
    ...{ success: false, type: 'send_failed', error: 'Sending is paused for this account' },
  };

  test('a new account sends its first mail, and a pause by SES since the start stops one account alone', async () => {
    run = await startOwnRun({ data, words: ['--tenants'] });
    const { accountId } = run.deployment;
    expect(await send()).toMatchObject({ type: 'sent' });
    const { answer } = await command(
      data,
      ['account', 'create', '--name', 'B', '--plan', 'team'],
      data,
    );
    const other = (answer as { accountId: string }).accountId;
    await run.stop();

    run = await startOwnRun({ data, words: ['--tenants', '--pause-account', other] });
    // Before the first mail: what a function has read of webhooks, it keeps for 30 seconds.
    const { url } = await serve(async (request, response) => {
      events.push(JSON.parse((await request.setEncoding('utf8').toArray()).join('')));
      response.end();
    });
    await commandInWords(['webhook', 'add', url, '--account', accountId], data);

    expect(await send()).toMatchObject({ type: 'sent' });
    await until(async () => {
      const shown = await command(data, ['account', 'show', other], data);
      return (shown.answer as { state: string }).state === 'PAUSED';
    });
    expect(await command(data, ['account', 'show', other], data)).toMatchObject({
      answer: { pausedBy: 'ses', pauseReason: 'Bounce rate is too high' },
    });
    expect(accountId).not.toBe(other);
  });

  test('a paused account is refused, announced, shown in the dashboard and found by the doctor', async () => {
    const { accountId, testApiKey, dashboardUrl } = run.deployment;
    await commandInWords(['account', 'pause', accountId, '--reason', 'A bought list'], data);

    expect(await send()).toEqual(paused);
    expect(await send(testApiKey)).toMatchObject({ type: 'sent' });
    await until(async () => events.some(({ type }) => type === 'account.paused'));
    const read = async (path: string) => (await fetch(`${dashboardUrl}/manage/v1${path}`)).json();
    const account = (await read('/account')) as { paused: object };
    expect(account.paused).toMatchObject({ by: 'operator', reason: 'A bought list' });
    const { answer } = await command(data, ['doctor'], data);
    const { checks } = answer as { checks: { code: string; status: string }[] };
    const found = Object.fromEntries(checks.map(({ code, status }) => [code, status]));
    expect(found).toMatchObject({ 'account-paused': 'broken', 'tenant-missing': 'ok' });
  });

  test('a resumed account sends at once, and its webhook gets one event of each state', async () => {
    const { accountId } = run.deployment;
    await commandInWords(['account', 'resume', accountId], data);

    expect(await send()).toMatchObject({ type: 'sent' });
    await until(async () => events.some(({ type }) => type === 'account.resumed'));
    const ofAccount = events.filter(({ type }) => type.startsWith('account.'));
    expect(ofAccount).toMatchObject([
      { type: 'account.paused', data: { accountId, by: 'operator', reason: 'A bought list' } },
      { type: 'account.resumed', data: { accountId, by: 'operator', reason: null } },
    ]);
  });

  test('the step tenant of selftest is good', async () => {
    const { answer } = await command(data, ['selftest', '--only', 'tenant', '--yes'], data);

    expect((answer as { steps: object[] }).steps).toMatchObject([
      { code: 'tenant', status: 'ok' },
      { code: 'removed', status: 'ok' },
    ]);
  });
});
