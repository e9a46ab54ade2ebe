import { cleanUp } from '../../../cli/commands/selftest/selftest.ts';
import { testKeys } from '../../../cli/commands/selftest/steps/keys.ts';
import {
  burst,
  headers,
  idempotency,
  reports,
  suppressionProblems,
} from '../../../cli/commands/selftest/steps/mails.ts';
import { usage } from '../../../cli/commands/selftest/steps/monitoring.ts';
import { localDeployment } from '../../../cli/connection/deployment.ts';
import { addSuppression } from '../../../shared/manage/suppression.ts';
import type { MessageEvent } from '../../../shared/message/message.ts';
import { describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { dataFolder } from '../harness/deployment.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { contextOf, found, foundOf, lyingRun, patient } from './step-context.ts';

const truth = () => undefined;
/** A time-out for events that never come. */
const waits = { ...patient, reportMs: 2000 };

describe('reports', () => {
  test('the step reports is good on the local run', async () => {
    expect(await found(reports)).toEqual({
      status: 'ok',
      // The step reads the record once it is COMPLAINED: that is after the first of the two complaints.
      found: expect.stringMatching(
        /^The reports of 5 mails were recorded; the complaints of two recipients of one mail named 2( and 2)?$/,
      ),
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

  test('the step reports is broken if a sent mail has no record', async () => {
    const finding = await foundOf(
      ({ body }) =>
        body.includes('"complaint@')
          ? { headers: { 'x-message-id': '01KQHFP6800000000000000001' } }
          : undefined,
      reports,
      { waits },
    );

    expect(finding.found).toContain(
      'The mail to complaint@simulator.amazonses.com is not recorded, not COMPLAINED',
    );
  });
});

describe('the suppression in the step reports', () => {
  const event = (state: MessageEvent['state'], ...addresses: string[]): MessageEvent => {
    return { eventId: 'e', state, at: '', addresses, category: null, reason: null };
  };

  test('the step reports is broken if a bounced address is not suppressed', async () => {
    const { ports, accountId } = await openAccount();
    const events = [event('DELIVERED', 'a@example.com'), event('BOUNCED', 'b@example.com')];

    const problems = await suppressionProblems(ports, { accountId, events });

    expect(problems).toEqual([
      expect.stringMatching(/^b@example.com is not suppressed after its bo/),
    ]);
  });

  test('the step reports is broken if a complaint that names several suppresses one of them', async () => {
    const { ports, accountId } = await openAccount();
    await addSuppression(ports, accountId, { address: 'b@example.com' });
    const events = [event('COMPLAINED', 'a@example.com', 'b@example.com')];

    const problems = await suppressionProblems(ports, { accountId, events });

    expect(problems).toEqual([
      'b@example.com is suppressed by a complaint that names 2 recipients',
    ]);
  });
});

describe('idempotency', () => {
  test('the step idempotency is good on the local run, and after idle minutes too', async () => {
    expect(await found(idempotency)).toMatchObject({ status: 'ok' });
    expect(await found(idempotency, { slow: true })).toEqual({
      status: 'ok',
      found: '20 requests with one Idempotency-Key sent one mail, and again after 15 idle minutes',
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

  test('the step idempotency is broken if one of the requests gets another answer', async () => {
    let is500 = true;
    const finding = await foundOf(({ path }) => {
      if (path !== '/execute' || !is500) return undefined;
      is500 = false;
      return { status: 500, text: '{"error":"Internal server error"}' };
    }, idempotency);

    expect(finding).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^A simultaneous request got 500/),
    });
  });

  test('the step idempotency is broken if the mail after the idle minutes is not known to be sent', async () => {
    const lost = '{"success":false,"type":"send_failed","error":"it may have been sent"}';
    let mails = 0;
    const keys = new Set<string>();
    const baseUrl = await lyingRun(({ path, body }) => {
      const to = path === '/execute' ? /success\+\w+/.exec(body)?.[0] : undefined;
      if (to && !keys.has(to)) mails = keys.add(to).size;
      return to && mails === 2 ? { status: 200, text: lost } : undefined;
    });

    const finding = await found(idempotency, { baseUrl, slow: true });

    expect(finding.found).toBe(`After 15 idle minutes: The mail was not sent: 200 ${lost}`);
  });
});

describe('headers', () => {
  test('the step headers sends a mail whose headers the person at --to can find', async () => {
    const { found: sentence } = await found(headers, { to: 'headers@corporation.test' });

    const [mail] = await mailsWhere(({ destination }) =>
      destination.to.includes('headers@corporation.test'),
    );
    expect(sentence).toMatch(
      /^A mail with three further headers was delivered; look in its source/,
    );
    const sent = (mail?.headers ?? []).map(({ name, value }) => `${name}: ${value}`);
    expect(sent).toHaveLength(3);
    for (const line of sent) expect(sentence).toContain(`${line}; `);
  });
});

describe('burst', () => {
  const failed = (error: string) => ({
    text: JSON.stringify({ success: false, type: 'send_failed', error }),
  });

  test('the step burst is good if SES refuses some mails for its rate', async () => {
    const finding = await foundOf(
      ({ body }) =>
        body.includes('burst-7@') ? failed('Maximum sending rate exceeded.') : undefined,
      burst,
    );

    expect(finding).toEqual({
      status: 'ok',
      found: 'SES accepted 29 of 30 mails at once, and refused 1 for its rate',
    });
  });

  test('the step burst is broken if a mail fails for another reason', async () => {
    const unknown = failed('The answer of SES was lost: the message may have been sent');

    const finding = await foundOf(
      ({ body }) => (body.includes('burst-7@') ? unknown : undefined),
      burst,
    );

    expect(finding).toMatchObject({ status: 'broken', found: `A mail got 200 ${unknown.text}` });
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
