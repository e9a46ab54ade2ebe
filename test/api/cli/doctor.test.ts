import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutCode, codeInTemplate } from '../../../cli/checks/checkout-code.ts';
import { runProcess } from '../../cli/command-line.ts';
import { describe, expect, test } from '../../jest.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';

interface Checked {
  code: string;
  status: string;
}

const statuses = (checks: Checked[]) =>
  Object.fromEntries(checks.map(({ code, status }) => [code, status]));

describe('doctor on the local run', () => {
  test('doctor on the local run recognises the running code as that of this checkout', async () => {
    const folder = join(dataFolder, 'cdk.out');
    const name = readdirSync(folder).find((one) => one.endsWith('.template.json')) ?? '';

    const [checkout, synthesised] = [
      await checkoutCode(),
      codeInTemplate(readFileSync(join(folder, name), 'utf8')),
    ];

    expect(checkout.size).toBeGreaterThanOrEqual(7);
    for (const [fn, hash] of checkout) {
      // Only a stack with an identity provider, or one that receives replies, has these functions.
      if (fn !== 'Tokens' && fn !== 'Replies')
        expect([fn, synthesised.get(fn)]).toEqual([fn, hash]);
    }
  });

  test('doctor on the local run makes the checks that have a meaning there, and names the others', async () => {
    await checkoutCode();

    const patient = { POSTRIDER_DATA: dataFolder, POSTRIDER_PATIENCE: '10' };
    const { stdout } = await runProcess(['doctor', '--json'], dataFolder, patient);

    const { checks } = JSON.parse(stdout) as { checks: Checked[] };
    const made = checks.filter(({ status }) => status !== 'skipped');
    expect(statuses(made)).toEqual({
      'table-missing': 'ok',
      // Other tests take keys out of their plans meanwhile.
      'plan-key-missing': expect.stringMatching(/^(ok|broken)$/),
      'account-paused': 'ok',
      'tenant-missing': 'ok',
      'bundles-older-than-code': 'ok',
      'scheduled-overdue': 'ok',
      'webhook-failing': 'ok',
      // Other tests have webhooks that answer 410.
      'webhook-paused': expect.stringMatching(/^(ok|broken)$/),
    });
    expect(checks.length).toBeGreaterThan(20);
  });

  test("doctor's checks run on the dashboard too, where SES answers as for a production account", async () => {
    const answer = await fetch(`${deployment.dashboardUrl}/manage/v1/checks`);

    const { items } = (await answer.json()) as { items: Checked[] };
    expect(statuses(items)).toEqual({
      'ses-sandbox': 'ok',
      'sending-paused': 'ok',
      'daily-quota-nearly-used': 'ok',
      'identity-not-verified': 'skipped',
      'dkim-missing': 'skipped',
      'mail-from-not-aligned': 'skipped',
      'dmarc-absent': 'skipped',
      'configuration-set-missing': 'ok',
      'event-destination-missing': 'ok',
      'suppression-off': 'ok',
    });
  });
});
