import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mock } from 'node:test';
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { wakeUps } from '../../../shared/adapters/later.ts';
import { Deadline } from '../../../shared/deadline.ts';
import { restoreVariables } from '../../end-of-file.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';

const now = Date.parse('2026-11-22T09:00:00.250Z');
const minutes = 60_000;
const body = { message: 'msg_1', text: 'Grüße 🙂 "' };
const queue = 'arn:aws:sqs:eu-central-1:123456789012:Due';
const settings = {
  queues: { due: queue },
  schedules: {
    group: 'Later',
    role: 'arn:aws:iam::123456789012:role/Scheduler',
    deadLetters: 'arn:aws:sqs:eu-central-1:123456789012:Dead',
  },
  times: { attempts: 2, connectMs: 500, answerMs: 200 },
};

const servers: Server[] = [];

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now });
});

afterEach(() => {
  mock.timers.reset();
  restoreVariables();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** What arrives of a call, without what differs from call to call: signature, length and the SDK's own headers. */
interface Arrived {
  method: string | undefined;
  url: string | undefined;
  contentType: string | undefined;
  target: unknown;
  token: unknown;
  /** Who signed, for which service. */
  signedBy: string | undefined;
  body: unknown;
}

/** A server in place of both services, which answers the calls with these, one after the other. */
async function startServer(...answers: RequestListener[]) {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const sent = await text(request);
    const answer = answers[arrived.length];
    arrived.push({
      method,
      // The SDK adds a random token to calls of Scheduler, whose names already make a repeat harmless.
      url: url?.replace(/clientToken=[\w-]+&|&clientToken=[\w-]+/, ''),
      contentType: headers['content-type'],
      target: headers['x-amz-target'],
      token: headers['x-amz-security-token'],
      signedBy: /Credential=test\/\d+(\/[^,]+)/.exec(headers.authorization ?? '')?.[1],
      body: sent && { ...JSON.parse(sent), ClientToken: undefined },
    });
    answer?.(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL_SQS: url,
    AWS_ENDPOINT_URL_SCHEDULER: url,
  });
  return { url, arrived, wakeUps: wakeUps(settings)(Deadline.in(5000)) };
}

const answer =
  (status: number, told: string, type?: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, type === undefined ? {} : { 'x-amzn-errortype': type }).end(told);
  };
const sent = answer(200, '{"MessageId":"1"}');
const created = answer(200, '{"ScheduleArn":"arn"}');
const silence = () => undefined;
const conflict = answer(409, '{"Message":"Schedule exists"}', 'ConflictException');

/** The SDK's own call of Scheduler with the same meaning. */
const wholeSchedule = new CreateScheduleCommand({
  Name: 'due-msg_1',
  GroupName: 'Later',
  ActionAfterCompletion: 'DELETE',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ScheduleExpression: 'at(2026-11-22T09:20:01)',
  ScheduleExpressionTimezone: 'UTC',
  Target: {
    Arn: queue,
    RoleArn: settings.schedules.role,
    Input: JSON.stringify(body),
    DeadLetterConfig: { Arn: settings.schedules.deadLetters },
    RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
  },
});

describe('a wake-up', () => {
  test("a wake-up within 15 minutes is the SDK's own call of SQS, with a delay", async () => {
    const { url, arrived, wakeUps: own } = await startServer(sent, answer(200, '{}'));

    await own.later('due', body, now + 90_000, 'msg_1');
    const sdk = new SQSClient({ maxAttempts: 1, md5: false });
    await sdk.send(
      new SendMessageCommand({
        QueueUrl: `${url}/123456789012/Due`,
        MessageBody: JSON.stringify(body),
        DelaySeconds: 90,
      }),
    );

    expect(arrived[0]).toMatchObject({ signedBy: '/eu-central-1/sqs/aws4_request' });
    expect(arrived[0]).toEqual(arrived[1]);
  });

  test('events have the group of their webhook, so that a slow receiver does not delay those of others', async () => {
    const { url, arrived } = await startServer(sent, answer(200, '{}'));
    const webhooks = queue.replace('Due', 'Webhooks');
    const own = wakeUps({ ...settings, queues: { webhooks } })(Deadline.in(5000));
    const event = { endpointId: 'wh_0a1B2c3D4e5F6g7H', eventId: 'evt_1' };

    await own.later('webhooks', event, now, 'evt_1');
    const sdk = new SQSClient({ maxAttempts: 1, md5: false });
    await sdk.send(
      new SendMessageCommand({
        QueueUrl: `${url}/123456789012/Webhooks`,
        MessageBody: JSON.stringify(event),
        DelaySeconds: 0,
        MessageGroupId: event.endpointId,
      }),
    );

    expect(arrived[0]).toMatchObject({ target: 'AmazonSQS.SendMessage' });
    expect(arrived[0]).toEqual(arrived[1]);
  });

  test("a wake-up beyond 15 minutes is the SDK's own call of Scheduler", async () => {
    const { arrived, wakeUps: own } = await startServer(created, created);

    await own.later('due', body, now + 20 * minutes, 'msg_1');
    await new SchedulerClient({ maxAttempts: 1 }).send(wholeSchedule);

    expect(arrived[0]).toMatchObject({ signedBy: '/eu-central-1/scheduler/aws4_request' });
    expect(arrived[0]).toEqual(arrived[1]);
  });

  test("forgetting a wake-up is the SDK's own call of Scheduler", async () => {
    const { arrived, wakeUps: own } = await startServer(answer(200, '{}'), answer(200, '{}'));

    await own.forget('due', 'msg_1');
    const Name = 'due-msg_1';
    await new SchedulerClient({ maxAttempts: 1 }).send(
      new DeleteScheduleCommand({ Name, GroupName: 'Later' }),
    );

    expect(arrived[0]).toMatchObject({
      method: 'DELETE',
      url: '/schedules/due-msg_1?groupName=Later',
    });
    expect(arrived[0]).toEqual(arrived[1]);
  });

  test.each([
    ['a time that has passed', -minutes, 0],
    ['now', 0, 0],
    ['part of a second, which is rounded up', 1, 1],
    ['15 minutes', 15 * minutes, 900],
  ])('a wake-up waits in the queue: %s', async (_, aheadMs, DelaySeconds) => {
    const { arrived, wakeUps: own } = await startServer(sent);

    await own.later('due', body, now + aheadMs, 'msg_1');

    expect(arrived).toMatchObject([{ target: 'AmazonSQS.SendMessage', body: { DelaySeconds } }]);
  });

  test('a wake-up that SQS cannot delay for long enough gets a schedule', async () => {
    const { arrived, wakeUps: own } = await startServer(created);

    await own.later('due', body, now + 15 * minutes + 1, 'msg_1');

    const ScheduleExpression = 'at(2026-11-22T09:15:01)';
    expect(arrived).toMatchObject([{ url: '/schedules/due-msg_1', body: { ScheduleExpression } }]);
  });

  test('a schedule that exists already is a success', async () => {
    const { arrived, wakeUps: own } = await startServer(conflict);

    await own.later('due', body, now + 20 * minutes, 'msg_1');

    expect(arrived).toHaveLength(1);
  });

  test('a schedule whose first answer was lost is a success', async () => {
    const cut: RequestListener = ({ socket }) => socket.destroy();
    const { arrived, wakeUps: own } = await startServer(cut, conflict);

    await own.later('due', body, now + 20 * minutes, 'msg_1');

    expect(arrived).toHaveLength(2);
  });

  test.each([
    ['SQS', minutes],
    ['Scheduler', 20 * minutes],
  ])('a throttle of %s is tried once more', async (_, aheadMs) => {
    const throttle = answer(429, '{"message":"Slow down"}', 'ThrottlingException');
    const { arrived, wakeUps: own } = await startServer(throttle, sent);

    await own.later('due', body, now + aheadMs, 'msg_1');

    expect(arrived).toHaveLength(2);
  });

  test('a refusal of SQS is the error that the caller sees', async () => {
    const gone = '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"No such queue"}';
    const { wakeUps: own } = await startServer(answer(400, gone));

    await expect(own.later('due', body, now, 'msg_1')).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      message: 'No such queue',
      $metadata: { httpStatusCode: 400 },
    });
  });

  test('a refusal of Scheduler is the error that the caller sees', async () => {
    const refusal = answer(400, '{"Message":"The role cannot be assumed"}', 'ValidationException');
    const { wakeUps: own } = await startServer(refusal);

    await expect(own.later('due', body, now + 20 * minutes, 'msg_1')).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'The role cannot be assumed',
    });
  });

  test('a service that stays silent ends the call after two tries', async () => {
    const { arrived, wakeUps: own } = await startServer(silence, silence, sent);

    await expect(own.later('due', body, now, 'msg_1')).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(arrived).toHaveLength(2);
  });

  test("the request's deadline ends the call", async () => {
    const { arrived } = await startServer(silence, sent);

    const late = wakeUps(settings)(Deadline.in(50)).later('due', body, now, 'msg_1');

    await expect(late).rejects.toMatchObject({ name: 'OutOfTime' });
    expect(arrived).toHaveLength(1);
  });

  test.each<[string, RequestListener]>([
    ['is gone', answer(404, '{"Message":"m"}', 'ResourceNotFoundException')],
    ['may not be removed', answer(403, '{"Message":"m"}', 'AccessDeniedException')],
    ['is at a service that stays silent', silence],
  ])('forgetting a schedule that %s does not throw', async (_, fault) => {
    const { arrived, wakeUps: own } = await startServer(fault, fault);

    await own.forget('due', 'msg_1');

    expect(arrived.length).toBeGreaterThan(0);
  });

  test('a queue that the function does not have is an error, and nothing is sent', async () => {
    const { arrived, wakeUps: own } = await startServer(sent);

    await expect(own.later('webhooks', body, now, 'evt_1')).rejects.toThrow(
      'This function has no queue webhooks',
    );
    expect(arrived).toEqual([]);
  });

  test('a function without schedules gives a wake-up within 15 minutes to its queue, and no later one', async () => {
    const { arrived } = await startServer(sent);
    const own = wakeUps({ ...settings, schedules: null })(Deadline.in(5000));

    await own.later('due', body, now, 'msg_1');
    await own.forget('due', 'msg_1');
    await expect(own.later('due', body, now + 16 * minutes, 'msg_1')).rejects.toThrow(
      'This function has no schedules',
    );
    expect(arrived.map(({ target }) => target)).toEqual(['AmazonSQS.SendMessage']);
  });
});
