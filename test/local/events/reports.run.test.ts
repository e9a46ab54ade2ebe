import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { sesEvent } from '../../../functions/events/contract.ts';
import { Reports } from '../../../local/events/reports.ts';
import type { Outcome } from '../../../local/lambda/messages.ts';
import { startInbox } from '../../../local/mail/inbox.ts';
import { Stops } from '../../../local/stops.ts';
import type { EventRoutes } from '../../../local/template/event-rules.ts';
import { expect, onTestFinished, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const routes: EventRoutes = {
  published: new Map([['set', new Set(['delivery', 'bounce', 'complaint'])]]),
  rules: [{ pattern: { source: ['aws.ses'] }, targets: ['arn:events'] }],
  retries: new Map([['arn:events', 2]]),
};

interface Options {
  routes?: EventRoutes;
  /** The function's outcomes for the events, in order. The last one repeats. */
  outcomes?: Outcome[];
}

const done: Outcome = { kind: 'answer', value: null };
const failed: Outcome = { kind: 'fault', message: 'no such message', stack: 'Error: no\n    at x' };

/** The mail server with its reports, and a function that records its invocations. */
async function start({ outcomes = [done], ...options }: Options = {}) {
  const folder = temporaryFolder();
  const mine = new Stops();
  onTestFinished(() => mine.all());
  const inbox = mine.add(await startInbox(folder), ({ stop }) => stop());
  const invoked: { arn: string; event: unknown }[] = [];
  const said: string[] = [];
  const deadLetters = join(folder, 'dead-letters.jsonl');
  const reports = new Reports({
    routes: options.routes ?? routes,
    invoker: (arn) => async (event) => {
      const outcome = outcomes[Math.min(invoked.length, outcomes.length - 1)] ?? done;
      invoked.push({ arn, event });
      return outcome;
    },
    deadLetters,
    tell: (line) => void said.push(line),
    delayMs: 5,
    pausesMs: [1, 1],
  });
  mine.add(reports, (started) => started.stop());
  inbox.onAccepted(reports.accept);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = mine.add(
    new SESv2Client({ endpoint: inbox.endpoint, region: 'us-east-1', credentials }),
    (made) => made.destroy(),
  );
  const send = async (to: string[], set = 'set', bcc: string[] = [], text = 'Hej') => {
    const command = new SendEmailCommand({
      FromEmailAddress: 'Shop <shop@example.com>',
      Destination: { ToAddresses: to, BccAddresses: bcc },
      ConfigurationSetName: set,
      EmailTags: [{ Name: 'postrider-account', Value: 'acme' }],
      Content: { Simple: { Subject: { Data: 'Hej' }, Body: { Text: { Data: text } } } },
    });
    return (await client.send(command)).MessageId;
  };
  const events = () => invoked.map(({ event }) => sesEvent.parse(event));
  return { send, reports, invoked, events, said, deadLetters };
}

test("after an accepted send, the function gets SES's event, with the id of the send's answer and its tags", async () => {
  const { send, events, invoked } = await start();

  const messageId = await send(['Bo <bounce+1@simulator.amazonses.com>']);
  await until(() => invoked.length > 0);

  expect(invoked[0]?.arn).toBe('arn:events');
  expect(events()).toMatchObject([
    {
      source: 'aws.ses',
      'detail-type': 'Email Bounced',
      detail: {
        eventType: 'Bounce',
        mail: {
          messageId,
          source: 'Shop <shop@example.com>',
          destination: ['bounce+1@simulator.amazonses.com'],
          tags: { 'postrider-account': ['acme'], 'ses:configuration-set': ['set'] },
        },
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [{ emailAddress: 'bounce+1@simulator.amazonses.com' }],
        },
      },
    },
  ]);
});

test('a complaint comes after its delivery', async () => {
  const { send, events, invoked } = await start();

  await send(['complaint@simulator.amazonses.com']);
  await until(() => invoked.length === 2);

  expect(events().map((event) => event['detail-type'])).toEqual([
    'Email Delivered',
    'Email Complaint Received',
  ]);
});

test('a complaint names all recipients of the mail on the complaining domain', async () => {
  const { send, events, invoked } = await start();
  const at = (mailbox: string) => `${mailbox}@simulator.amazonses.com`;

  await send([at('complaint+1'), 'bob@example.com'], 'set', [at('success')]);
  await until(() => invoked.length === 4);

  const complaint = events().find((one) => one['detail-type'] === 'Email Complaint Received');
  expect(complaint).toMatchObject({
    detail: {
      complaint: {
        complainedRecipients: [
          { emailAddress: at('complaint+1') },
          { emailAddress: at('success') },
        ],
      },
    },
  });
});

test('every recipient has separate events, also in _bcc', async () => {
  const { send, events, invoked } = await start();

  await send(['bob@example.com'], 'set', ['suppressionlist@simulator.amazonses.com']);
  await until(() => invoked.length === 2);

  const types = events().map((event) => event['detail-type']);
  expect(types.toSorted()).toEqual(['Email Bounced', 'Email Delivered']);
  expect(new Set(events().map(({ id }) => id)).size).toBe(2);
});

test('a configuration set publishes only the events that it names', async () => {
  const published = new Map([['set', new Set(['delivery'])]]);
  const { send, events, invoked } = await start({ routes: { ...routes, published } });

  await send(['success@simulator.amazonses.com'], 'other');
  await send(['bounce@simulator.amazonses.com']);
  await send(['complaint@simulator.amazonses.com']);
  await until(() => invoked.length > 0);

  expect(events().map((event) => event['detail-type'])).toEqual(['Email Delivered']);
});

test('a refused mail has no events', async () => {
  const { send, events, invoked } = await start();

  await expect(send(['bounce@simulator.amazonses.com'], 'set', [], '')).rejects.toThrow();
  await send(['success@simulator.amazonses.com']);
  await until(() => invoked.length > 0);

  expect(events().map((event) => event['detail-type'])).toEqual(['Email Delivered']);
});

const event = { source: 'aws.ses', id: 'e1' };

test('an event that matches no rule goes nowhere', async () => {
  const { reports, invoked } = await start();

  reports.publish({ source: 'aws.s3' });
  reports.publish(event);
  await until(() => invoked.length > 0);

  expect(invoked.map((one) => one.event)).toEqual([event]);
});

test('an event that fails is tried again', async () => {
  const { reports, invoked, said } = await start({ outcomes: [failed, failed, done] });

  reports.publish(event);
  await until(() => invoked.length === 3);

  expect(invoked.map((one) => one.event)).toEqual([event, event, event]);
  expect(said).toEqual([]);
});

test('an event that fails every time becomes a dead letter, as Lambda writes it, and blocks no other', async () => {
  const { reports, invoked, said, deadLetters } = await start({
    outcomes: [failed, failed, failed, done],
  });

  reports.publish(event);
  await until(() => said.length > 0);
  reports.publish({ ...event, id: 'e2' });
  await until(() => invoked.length === 4);

  const letters = readFileSync(deadLetters, 'utf8').trim().split('\n');
  expect(letters.map((letter) => JSON.parse(letter))).toEqual([
    {
      version: '1.0',
      timestamp: expect.any(String),
      requestContext: {
        requestId: expect.any(String),
        functionArn: 'arn:events:$LATEST',
        condition: 'RetriesExhausted',
        approximateInvokeCount: 3,
      },
      requestPayload: event,
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorMessage: 'no such message', trace: ['Error: no', 'at x'] },
    },
  ]);
  expect(statSync(deadLetters).mode & 0o777).toBe(0o600);
  expect(said).toEqual([`An event failed 3 times and is now in ${deadLetters}: no such message`]);
});
