import { cleanUp } from '../../../cli/commands/selftest/selftest.ts';
import { testKeys } from '../../../cli/commands/selftest/steps/keys.ts';
import { idempotency, reports } from '../../../cli/commands/selftest/steps/mails.ts';
import { usage } from '../../../cli/commands/selftest/steps/monitoring.ts';
import { localDeployment } from '../../../cli/connection/local-deployment.ts';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dataFolder } from '../harness/deployment.ts';
import { contextOf, found, foundOf, lyingRun, patient } from './step-context.ts';

const truth = () => undefined;
const waits = { ...patient, reportMs: 2000 };

describe('reports', () => {
  test('the step reports is good on the local run', async () => {
    expect(await found(reports)).toEqual({
      status: 'ok',
      found: 'The reports of 4 mails were recorded',
    });
  });

  test('the step reports is unknown if SES has verified no sender', async () => {
    const asked = found(reports, { senders: async () => [] });

    await expect(asked).rejects.toThrow(/^SES has verified no sender of this deployment/);
  });

  test('the step reports is broken if SES refuses a mail', async () => {
    const refused = {
      success: false,
      type: 'send_failed',
      error: 'Email address is not verified.',
    };
    const finding = await foundOf(
      ({ body }) => (body.includes('"success@') ? { text: JSON.stringify(refused) } : undefined),
      reports,
    );

    expect(finding).toMatchObject({
      status: 'broken',
      found: `The request to mail success@simulator.amazonses.com got 200 ${JSON.stringify(refused)}`,
    });
  });

  test('the step reports is broken if a bounce is reported as a delivery', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => {
      return body.includes('"bounce@') ? { body: body.replace('bounce@', 'success+other@') } : {};
    });

    const finding = await found(reports, { baseUrl, waits });

    expect(finding).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(
        /The mail to bounce@simulator\.amazonses\.com is (DELIVERED|SENT), not BOUNCED/,
      ),
    });
  });
});

describe('idempotency', () => {
  test('the step idempotency is good on the local run', async () => {
    expect(await found(idempotency)).toEqual({
      status: 'ok',
      found: '20 requests with one Idempotency-Key sent one mail',
    });
  });

  test('the step idempotency is broken if the Idempotency-Key is ignored', async () => {
    const baseUrl = await lyingRun(truth, () => ({ drop: 'idempotency-key' }));

    const finding = await found(idempotency, { baseUrl });

    expect(finding.found).toMatch(/^The same request had 21 answers: \{/);
  });

  test('the step idempotency is broken if more than one mail was sent, even if the answers hide that', async () => {
    let first = '';
    const baseUrl = await lyingRun(
      ({ path }, { text }) => {
        if (path !== '/execute') return undefined;
        first ||= text;
        return { text: first };
      },
      () => ({ drop: 'idempotency-key' }),
    );

    const finding = await found(idempotency, { baseUrl });

    expect(finding.found).toBe('21 mails were sent instead of one');
  });
});

describe('usage', () => {
  test('the step usage counts the mails of live and of test keys that the run has sent', async () => {
    const context = await contextOf();
    await testKeys.run(context);

    expect(await usage.run(context)).toEqual({
      status: 'ok',
      found: 'usage counts 1 mails, and 3 of test keys, as the records do',
    });
    await cleanUp(context.ports, context.accounts, patient);
  });

  test('the step usage is broken if lines are missing', async () => {
    const local = await localDeployment(dataFolder);
    const elsewhere = { ...local, logs: { folder: temporaryFolder() } };

    expect(
      await found(usage, { deployment: elsewhere, waits: { ...waits, logMs: 50 } }),
    ).toMatchObject({
      status: 'broken',
      found:
        'usage counts 0 mails, and 0 of test keys, and the records 1 mails, and 0 of test keys',
    });
  });
});

describe('test-keys', () => {
  test('the step test-keys is good on the local run', async () => {
    expect(await found(testKeys)).toEqual({
      status: 'ok',
      found:
        'Two mails of test keys were captured, one to an address of an allow-list was delivered, and a request outside the scopes got 403',
    });
  });

  test('the step test-keys is broken if mails are sent that must be captured, and the other way round', async () => {
    const finding = await foundOf(({ path, body }, { text }) => {
      if (path !== '/execute') return undefined;
      const messageId = body.includes('+allowed@') ? 'captured-01' : 'ses-1';
      return { text: JSON.stringify({ ...JSON.parse(text), messageId }) };
    }, testKeys);

    expect(finding.found).toMatch(
      /^The mail of a test key to bounce\+captured was not captured: 200 .*; The mail of a test key to success\+other was not captured: 200 .*; The mail to an address of the allow-list was not sent: 200 /,
    );
  });

  test('the step test-keys is broken if scopes allow everything, or the captured mail has no content', async () => {
    const finding = await foundOf(({ path, body }, { text }) => {
      if (path === '/message') return { text: text.replace(/"html":"[^"]*"/, '"html":null') };
      return path === '/render' && body.includes('mail-') ? { status: 200 } : undefined;
    }, testKeys);

    expect(finding).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(
        /^The captured mail is not shown as BOUNCED with its HTML: 200 .*; A request outside the scopes got 200 /,
      ),
    });
  });
});
