import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { startOwnRun } from '../harness/own-run.ts';
import type { LocalProcess } from '../run/local-process.ts';

function welcome({ deployment: { apiKey: key, baseUrl } }: LocalProcess, _to: string, more = {}) {
  const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to, ...more };
  return call('/v1/execute', { key, baseUrl, body });
}

const failed = (error: string) => ({
  status: 200,
  body: { success: false, type: 'send_failed', error },
});

async function checksOf({ deployment }: LocalProcess): Promise<Record<string, string>> {
  const answer = await fetch(`${deployment.dashboardUrl}/manage/v1/checks`);
  const { items } = (await answer.json()) as { items: { code: string; status: string }[] };
  return Object.fromEntries(items.map(({ code, status }) => [code, status]));
}

describe('a strict run', () => {
  let run: LocalProcess;

  test('a strict run sends from the settings’ senders to verified recipients', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'postrider.json'), '{"senders":["shop.example"]}');

    run = await startOwnRun({ data, words: ['--strict', '--verified', 'friend@else.example'] });
    const answer = await welcome(run, 'friend@else.example');

    expect(answer).toMatchObject({ status: 200, body: { type: 'sent' } });
    expect(run.stderr()).toContain(
      "--strict: SES's sandbox accepts mails to shop.example, friend@else.example and to its mailbox simulator, 1 a second and 200 in 24 hours. The API answers 503 to the keys of a new account for 10 seconds.\n",
    );
  });

  test('a strict run prints a mail that the sandbox sends', () => {
    expect(run.stdout()).toContain('"_to":"success@simulator.amazonses.com"');
  });

  test('a strict run answers with SES’s own sentence for other recipients', async () => {
    const answer = await welcome(run, 'Stranger <stranger@good.example>');

    expect(answer).toEqual(
      failed(
        'Email address is not verified. The following identities failed the check in region US-EAST-1: Stranger <stranger@good.example>',
      ),
    );
  });

  test('a strict run does not accept the keys of a new account at first', async () => {
    const account = await openAccount('team', run.deployment);

    const atOnce = await account.render({});
    await until(async () => (await account.render({})).status !== 503);

    expect(atOnce).toEqual(refusal(503, 'API key is not ready yet, try again', '1'));
    expect(await account.render({})).toEqual(refusal(400, 'template_id is required'));
  });

  test('a strict run reports the sandbox and verified senders in its checks', async () => {
    expect(await checksOf(run)).toMatchObject({
      'ses-sandbox': 'broken',
      'daily-quota-nearly-used': 'ok',
      'identity-not-verified': 'ok',
    });
  });

  test('a strict run counts recipients against the rate', async () => {
    const copies = Array.from({ length: 40 }, (_, n) => `p${n}@shop.example`).join(', ');
    const many = async () => {
      const { body } = await welcome(run, 'first@shop.example', { _cc: copies });
      return (body as { type: string }).type === 'sent';
    };
    await until(many);

    const next = await welcome(run, 'friend@else.example');

    expect(next).toEqual(failed('Maximum sending rate exceeded.'));
  });
});

describe('a strict run whose settings name no sender', () => {
  test('a strict run without senders says how to name one, and sends nothing', async () => {
    const run = await startOwnRun({ data: temporaryFolder(), words: ['--strict'] });

    const answer = await welcome(run, 'success@simulator.amazonses.com');

    const error =
      "The flow's sender at inbox.example.com is not a sender identity of this deployment";
    expect(answer).toEqual({ status: 200, body: { success: false, type: 'flow_error', error } });
    expect(run.stderr()).toContain(
      `--strict: no sender is verified, so every flow that sends gets flow_error. Write "senders": ["hello@example.com"] into ${join(run.data, 'postrider.json')}, or start with --strict --verified hello@example.com.\n`,
    );
  });

  test('a strict run sends from the addresses of --verified', async () => {
    const words = ['--strict', '--verified', 'hello@inbox.example.com'];
    const run = await startOwnRun({ data: temporaryFolder(), words });

    const answer = await welcome(run, 'success@simulator.amazonses.com');

    expect(answer).toMatchObject({ status: 200, body: { type: 'sent' } });
  });
});
