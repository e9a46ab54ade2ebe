import { execute } from '../../../functions/execute/run.ts';
import { describe, expect, test } from '../../jest.ts';
import { sending, startSendingForFile, suppressed } from './for-file.ts';
import { lost, request } from './sending.ts';

await startSendingForFile();

const steps = [
  { node: 'send', type: 'delivery', outcome: 'passed', ms: 0 },
  { node: 'mail', type: 'template', outcome: 'rendered', ms: 0 },
];
const step = (outcome: string) => ({ node: 'send', type: 'provider', outcome, ms: 0 });

describe('the record of a message', () => {
  test('the record of a message exists before the call of SES, with the steps that led to it', async () => {
    let before: unknown;
    const sendMail = async () => {
      before = await sending.records();
      return lost;
    };

    await sending.execute({}, undefined, { ...sending.ports, sendMail });

    expect(before).toMatchObject([{ state: 'SENDING', settledAt: null, trace: steps }]);
  });

  test('the record of a message has everything except the bodies', async () => {
    await sending.execute({
      _to: 'Ada <ada@BÜCHER.example>',
      _cc: 'b@example.org, ada@bücher.example',
      _bcc: 'c@example.org',
    });

    expect(await sending.records()).toEqual([
      {
        accountId: sending.accountId,
        messageId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        requestId: 'r-1',
        keyId: 'key_1',
        templateId: 'hello',
        revision: 3,
        subject: 'Hello Ada',
        recipients: [
          { address: 'ada@xn--bcher-kva.example', field: '_to' },
          { address: 'b@example.org', field: '_cc' },
          { address: 'c@example.org', field: '_bcc' },
        ],
        state: 'SENT',
        owner: expect.any(String),
        leaseUntilMs: sending.nowMs() + 20_000,
        createdAt: '2026-11-21T10:00:00.000Z',
        settledAt: '2026-11-21T10:00:00.000Z',
        sesMessageId: 'ses-1',
        error: null,
        answer: '{"success":true,"type":"sent","messageId":"ses-1"}',
        reported: null,
        events: [],
        trace: [...steps, step('sent')],
        expiresAt: sending.nowMs() / 1000 + 30 * 24 * 60 * 60,
      },
    ]);
  });

  test("the record of a send that AWS forbids has AWS's text, which the caller does not get, and the log has no address of it", async () => {
    const error =
      "User `arn:aws:sts::111122223333:assumed-role/mail-Execute/x' is not authorized to perform `ses:SendEmail' on resource `arn:aws:ses:eu-west-1:111122223333:identity/zoe@example.com'";
    sending.script.push({ outcome: 'refused', error, isForbidden: true });

    const caller = { accountId: sending.accountId, keyId: 'key_1' };
    const received = { requestId: 'r-1', body: request, header: () => undefined };
    const reply = await execute(request, caller, received, sending.ports);

    const told =
      'AWS does not let this deployment send this mail: the record of the message tells its operator why';
    expect(JSON.parse(String(reply.body))).toEqual({
      success: false,
      type: 'send_failed',
      error: told,
    });
    expect(reply.notes.causes).toEqual([error.replace('zoe@example.com', '(an address)')]);
    expect(await sending.records()).toMatchObject([{ state: 'FAILED', error }]);
  });

  test('the answer has the id of the record in a header, and a repeat has the id of the first answer', async () => {
    const caller = { accountId: sending.accountId, keyId: 'key_1' };
    const send = async (body: object, key?: string) => {
      const received = { requestId: 'r-1', body: { ...body }, header: () => key };
      const { headers } = await execute({ ...request, ...body }, caller, received, sending.ports);
      return headers['x-message-id'];
    };
    sending.script.push({ outcome: 'refused', error: 'No.' });

    const failed = await send({});
    sending.pass(1);
    const sent = await send({}, 'key');
    const repeated = await send({}, 'key');
    const dry = await send({ _dryRun: true });

    const [second, first] = await sending.records();
    expect([failed, sent, repeated, dry]).toEqual([
      first?.messageId,
      second?.messageId,
      second?.messageId,
      undefined,
    ]);
  });
});

describe('a suppressed address', () => {
  test('a suppressed address gets the mail if the deployment suppresses nothing', async () => {
    await suppressed('ada@example.org', 'bounce');

    const answer = await sending.execute({}, undefined, { ...sending.ports, suppression: false });

    expect(answer).toMatchObject({ body: expect.stringContaining('"sent"') });
  });
});
