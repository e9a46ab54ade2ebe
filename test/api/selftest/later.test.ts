import { text } from 'node:stream/consumers';
import { files } from '../../../cli/commands/selftest/steps/files.ts';
import { batch, burst, later } from '../../../cli/commands/selftest/steps/later.ts';
import { webhook } from '../../../cli/commands/selftest/steps/webhook.ts';
import { localDeployment } from '../../../cli/connection/local-deployment.ts';
import { describe, expect, test } from '../../jest.ts';
import { patienceMs } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { dataFolder } from '../harness/deployment.ts';
import { found, foundOf, lyingRun, patient } from './step-context.ts';

const truth = () => undefined;
const waits = { ...patient, reportMs: 2000 };
const deployment = await localDeployment(dataFolder);

describe('batch', () => {
  test('the step batch is good on the local run', async () => {
    const sentence = 'All 20 mails of one batch were delivered';
    expect(await found(batch)).toEqual({ status: 'ok', found: sentence });
  });

  test('the step batch is broken if one of its mails is refused', async () => {
    const refused = '{"messages":[{"success":false,"type":"flow_error","error":"no"}]}';
    const lie = ({ path }: { path: string }) => (path === '/batch' ? { text: refused } : undefined);

    expect(await foundOf(lie, batch)).toMatchObject({
      status: 'broken',
      found: `The batch got 200 ${refused}`,
    });
  });

  test('the step batch is broken if one of its mails bounces', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => ({
      body: body.replace('success+batch-7@', 'bounce+batch-7@'),
    }));

    expect(await found(batch, { baseUrl, waits })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The mail to \S+ is \w+, not DELIVERED/),
    });
  });

  test('the step burst is good if all mails that are due at once are delivered', async () => {
    const sentence = 'All 30 mails that were due at once were delivered';
    expect(await found(burst)).toEqual({ status: 'ok', found: sentence });
  });

  test('the step burst is broken if one of its mails fails', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => ({
      body: body.replace('success+burst-7@', 'bounce+burst-7@'),
    }));

    expect(await found(burst, { baseUrl, waits })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The mail to \S+ is \w+, not DELIVERED$/),
    });
  });

  test('the steps batch and later are skipped if the settings say "later": false', async () => {
    const without = { deployment: { ...deployment, dueQueue: undefined } };

    expect(await found(batch, without)).toMatchObject({ status: 'skipped' });
    expect(await found(later, without)).toMatchObject({ status: 'skipped' });
  });
});

describe('files', () => {
  test('the step files is good on the local run', async () => {
    expect(await found(files)).toEqual({
      status: 'ok',
      found: 'A mail with a file of the request was delivered; --bucket tests files of S3',
    });
  });

  test('the step files is broken if the mail goes out without its file', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => {
      return { body: body.replace(/"_attachments":.*}]/, '"_dryRun":false') };
    });

    expect(await found(files, { baseUrl })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The record of \w+ does not list selftest\.txt$/),
    });
  });
});

describe('later', () => {
  test('the step later is good on the local run, and with --slow too', async () => {
    expect(await found(later)).toEqual({
      status: 'ok',
      found: expect.stringMatching(
        /^The queue sent a mail \d+ seconds after its time, and no cancelled one; --slow tests /,
      ),
    });
    expect(await found(later, { slow: true })).toEqual({
      status: 'ok',
      found: expect.stringMatching(/, a schedule \d+ seconds; no cancelled mail was sent$/),
    });
  });

  test('the step later is broken if a mail is sent before its time', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => {
      if (!body.includes('"success+later@')) return {};
      return { body: JSON.stringify({ ...JSON.parse(body), _sendAt: new Date().toISOString() }) };
    });

    expect(
      await found(later, { baseUrl, waits: { ...patient, queueMs: 2 * patienceMs } }),
    ).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The mail for \S+Z was sent at \S+Z$/),
    });
  });

  test('the step later is broken if a cancelled mail is sent', async () => {
    let id = '';
    const baseUrl = await lyingRun(
      ({ path }) => {
        if (path !== '/cancel') return undefined;
        return { status: 200, text: JSON.stringify({ cancelled: [id], tooLate: [] }) };
      },
      ({ path, body }) => {
        if (path !== '/cancel') return {};
        id = JSON.parse(body).id;
        return { body: '{"id":"another"}' };
      },
    );

    expect(await found(later, { baseUrl, waits })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/The mail to success\+cancelled@\S+ is \w+, not CANCELLED/),
    });
  });

  test('the step later is broken if the mail is sent at once', async () => {
    const baseUrl = await lyingRun(truth, ({ body }) => ({
      body: body.replace('_sendAt', '_reference'),
    }));

    expect(await found(later, { baseUrl })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The request with _sendAt got 200 .*"type":"sent"/),
    });
  });
});

describe('webhook', () => {
  test('the step webhook is good on the local run', async () => {
    expect(await found(webhook)).toEqual({
      status: 'ok',
      found: expect.stringMatching(
        /^An event came signed, and \d+\.\d seconds after a 500 it came again$/,
      ),
    });
  });

  /** A tunnel that changes the traffic; without `change` it leads nowhere. */
  async function tunnel(change?: (body: string, headers: Record<string, string>) => string) {
    const { port, stop } = await serve(() => undefined);
    await stop();
    const { url } = await serve(async (request, response) => {
      const body = await text(request);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-')),
      ) as Record<string, string>;
      if (!change) return void response.writeHead(404).end();
      const passed = { method: 'POST', body: change(body, headers), headers };
      const { status } = await fetch(`http://127.0.0.1:${port}/`, passed);
      response.writeHead(status).end();
    });
    return { url, port };
  }

  test('the step webhook is broken if an event is changed on its way, or its second try has another id', async () => {
    let tries = 0;
    const hook = await tunnel((body, headers) => {
      if (body.includes('"message.') && tries++ > 0) headers['webhook-id'] = 'evt_other';
      return body.replace('DELIVERED', 'BOUNCED');
    });

    expect(await found(webhook, { hook })).toMatchObject({
      status: 'broken',
      found: '2 of 2 events had a wrong signature; The second try had another webhook-id',
    });
  });

  test('the step webhook is unknown if the address does not lead to this machine', async () => {
    const { url, port } = await tunnel();

    expect(await found(webhook, { hook: { url, port } })).toMatchObject({
      status: 'unknown',
      found: `A test event to ${url} was sent, and nothing came to port ${port} of this machine (the receiver answered 404)`,
    });
  });

  test('the step webhook is skipped on AWS without --hook', async () => {
    const onAws = { deployment: { ...deployment, endpoints: {} } };

    expect(await found(webhook, onAws)).toMatchObject({ status: 'skipped' });
  });
});
