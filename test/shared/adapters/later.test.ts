import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { wakeUps } from '../../../shared/adapters/later.ts';
import { Deadline, runRequest } from '../../../shared/deadline.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, jest, test } from '../../jest.ts';
import { answer, asFunction, cut, serveInTurn, signerOf, silence } from './answers.ts';
import { countRunningTime } from './running-time.ts';

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

const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
atEndOfFile(() => clock.mockRestore());
countRunningTime();

/** A server in place of both services. It records the parts of each call that are the same in every run. */
async function startServer(...answers: RequestListener[]) {
  const { url, arrived } = await serveInTurn(answers, async (request) => {
    const { method, url, headers } = request;
    const sent = await text(request);
    return {
      method,
      // The SDK adds a random token to calls of Scheduler. Names of schedules already make a repeat harmless.
      url: url?.replace(/clientToken=[\w-]+&|&clientToken=[\w-]+/, ''),
      contentType: headers['content-type'],
      target: headers['x-amz-target'],
      token: headers['x-amz-security-token'],
      signedBy: signerOf(request),
      body: sent && { ...JSON.parse(sent), ClientToken: undefined },
    };
  });
  asFunction({ AWS_ENDPOINT_URL_SQS: url, AWS_ENDPOINT_URL_SCHEDULER: url });
  return { url, arrived, wakeUps: wakeUps(settings) };
}

const sent = answer(200, '{"MessageId":"1"}');
const created = answer(200, '{"ScheduleArn":"arn"}');
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

function sendBySdk(QueueUrl: string, body: object, how: Partial<SendMessageCommandInput>) {
  const message = { QueueUrl, MessageBody: JSON.stringify(body), ...how };
  return new SQSClient({ maxAttempts: 1, md5: false }).send(new SendMessageCommand(message));
}

test("a wake-up within 15 minutes is the SDK's own call of SQS, with a delay", async () => {
  const { url, arrived, wakeUps: own } = await startServer(sent, answer(200, '{}'));

  await own.later('due', body, now + 90_000, 'msg_1');
  await sendBySdk(`${url}/123456789012/Due`, body, { DelaySeconds: 90 });

  expect(arrived[0]).toMatchObject({ signedBy: '/eu-central-1/sqs/aws4_request' });
  expect(arrived[0]).toEqual(arrived[1]);
});

test('events have the group of their webhook, so that a slow receiver does not delay those of others', async () => {
  const { url, arrived } = await startServer(sent, answer(200, '{}'));
  const webhooks = queue.replace('Due', 'Webhooks');
  const own = wakeUps({ ...settings, queues: { webhooks } });
  const event = { endpointId: 'wh_0a1B2c3D4e5F6g7H', eventId: 'evt_1' };

  await own.later('webhooks', event, now, 'evt_1');
  const delivery = { DelaySeconds: 0, MessageGroupId: event.endpointId };
  await sendBySdk(`${url}/123456789012/Webhooks`, event, delivery);

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
  const schedule = new DeleteScheduleCommand({ Name: 'due-msg_1', GroupName: 'Later' });
  await new SchedulerClient({ maxAttempts: 1 }).send(schedule);

  const url = '/schedules/due-msg_1?groupName=Later';
  expect(arrived[0]).toMatchObject({ method: 'DELETE', url });
  expect(arrived[0]).toEqual(arrived[1]);
});

test('SQS says how many wake-ups are ready in a queue', async () => {
  const name = 'ApproximateNumberOfMessages';
  const {
    url,
    arrived,
    wakeUps: own,
  } = await startServer(answer(200, JSON.stringify({ Attributes: { [name]: '7' } })));

  expect(await own.ready('due')).toBe(7);
  const asked = { QueueUrl: `${url}/123456789012/Due`, AttributeNames: [name] };
  expect(arrived).toMatchObject([{ target: 'AmazonSQS.GetQueueAttributes', body: asked }]);
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

test.each<[string, RequestListener[]]>([
  ['that exists already', [conflict]],
  ['whose first answer was lost', [cut, conflict]],
])('a schedule %s is a success', async (_, answers) => {
  const { arrived, wakeUps: own } = await startServer(...answers);

  await own.later('due', body, now + 20 * minutes, 'msg_1');

  expect(arrived).toHaveLength(answers.length);
});

const gone = '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"No such queue"}';
const noRole = answer(400, '{"Message":"The role cannot be assumed"}', 'ValidationException');

test.each<[string, RequestListener, number, string, string]>([
  ['SQS', answer(400, gone), 0, 'QueueDoesNotExist', 'No such queue'],
  ['Scheduler', noRole, 20 * minutes, 'ValidationException', 'The role cannot be assumed'],
])(
  'a refusal of %s is the error that the caller sees',
  async (_, refusal, ahead, name, message) => {
    const { wakeUps: own } = await startServer(refusal);

    await expect(own.later('due', body, now + ahead, 'msg_1')).rejects.toMatchObject({
      ...{ name, message, $metadata: { httpStatusCode: 400 } },
    });
  },
);

test("the request's deadline ends the call", async () => {
  const { arrived } = await startServer(silence, sent);

  const late = runRequest(Deadline.in(100), () =>
    wakeUps(settings).later('due', body, now, 'msg_1'),
  );

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
  const own = wakeUps({ ...settings, schedules: null });

  await own.later('due', body, now, 'msg_1');
  await own.forget('due', 'msg_1');
  await expect(own.later('due', body, now + 16 * minutes, 'msg_1')).rejects.toThrow(
    'This function has no schedules',
  );
  expect(arrived.map(({ target }) => target)).toEqual(['AmazonSQS.SendMessage']);
});
