import { readFileSync } from 'node:fs';
import { anchorOf } from '../../../lib/monitoring/monitoring.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import {
  changed,
  joined,
  permissionsOf,
  propertiesOf,
  resources,
  synthesised,
} from '../synthesised.ts';
import { every } from './every-setting.ts';
import * as stacks from './stacks.ts';

const { alarmTopicArn: topicArn, runbookUrl } = every;
const plain = stacks.plain.template;
const full = stacks.full.template;

const runbook = readFileSync(
  new URL('../../../docs/operations/alarms.md', import.meta.url),
  'utf8',
);

const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

interface AlarmProperties {
  AlarmDescription: string;
  AlarmActions?: unknown[];
  OKActions?: unknown[];
  TreatMissingData: string;
  Threshold: number;
  Metrics?: { MetricStat?: { Metric: Metric } }[];
}

interface Metric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}

const alarmsIn = (template: typeof full) =>
  Object.values(resources(template, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) => Properties as unknown as AlarmProperties,
  );

test('each alarm has its own section in the runbook, and links to it', () => {
  const links = alarmsIn(full).map(({ AlarmDescription }) => AlarmDescription.split(' ').at(-1));

  const sections = headings.map((heading) => `${runbookUrl}#${anchorOf(heading)}`);
  expect(links.sort()).toEqual(sections.sort());
  expect(new Set(links).size).toBe(links.length);
});

test('an alarm names a file of the repository if the settings have no address', () => {
  const texts = alarmsIn(plain).map(({ AlarmDescription }) => AlarmDescription);

  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !text.includes(' What to do: docs/operations/alarms.md#'))).toEqual(
    [],
  );
});

test('each alarm notifies every topic when it begins and when it ends', () => {
  const [topic = ''] = Object.keys(resources(full, 'AWS::SNS::Topic'));

  const told = [{ Ref: topic }, topicArn];
  for (const { AlarmActions, OKActions } of alarmsIn(full)) {
    expect([AlarmActions, OKActions]).toEqual([told, told]);
  }
  expect(propertiesOf(full, 'AWS::SNS::Subscription')).toEqual([
    { Endpoint: 'ann@example.com', Protocol: 'email', TopicArn: { Ref: topic } },
  ]);
});

test('alarms notify no topic without settings', () => {
  expect(resources(plain, 'AWS::SNS::Topic')).toEqual({});
  expect(alarmsIn(plain).flatMap(({ AlarmActions = [] }) => AlarmActions)).toEqual([]);
});

test('alarms watch the throttles of every function that a caller or a mail waits for, and the age of both queues', () => {
  const watched = (name: string) =>
    alarmsIn(full)
      .flatMap(({ Metrics = [], ...alarm }) => [
        alarm as unknown as Metric,
        ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
      ])
      .filter(({ MetricName }) => MetricName === name)
      .map(({ Dimensions = [] }) => JSON.stringify(Dimensions[0]?.Value));
  const of = (ids: string[]) => ids.map((id) => expect.stringContaining(id));
  const functions = ['Authorizer', 'Batch', 'Cancel', 'Due', 'Events', 'Execute', 'Message'];

  expect(watched('Throttles').sort()).toEqual(of([...functions, 'Render', 'Verify', 'Webhooks']));
  expect(watched('ApproximateAgeOfOldestMessage').sort()).toEqual(
    of(['LaterDue', 'LaterWebhooks']),
  );
});

test('missing data raises no alarm', () => {
  expect(new Set(alarmsIn(full).map(({ TreatMissingData }) => TreatMissingData))).toEqual(
    new Set(['notBreaching']),
  );
});

test('the alarm of the daily quota is raised at 80 % of it, and does not exist without a quota', () => {
  const quota = (template: typeof full) =>
    alarmsIn(template)
      .filter(({ AlarmDescription }) => AlarmDescription.includes('#daily-quota'))
      .map(({ Threshold }) => Threshold);

  expect([quota(full), quota(plain)]).toEqual([[40_000], []]);
});

test('the topic for alarm mails accepts messages only over TLS, and only from alarms of this AWS account', () => {
  const [policy] = propertiesOf(full, 'AWS::SNS::TopicPolicy');

  const document = policy?.PolicyDocument as {
    Statement: { Effect: string; Principal: unknown; Condition: Record<string, unknown> }[];
  };
  expect(
    document.Statement.map(({ Effect, Principal, Condition }) => [
      Effect,
      Principal,
      Object.keys(Condition),
    ]),
  ).toEqual([
    ['Deny', '*', ['Bool']],
    ['Allow', { Service: 'cloudwatch.amazonaws.com' }, ['ArnLike', 'StringEquals']],
  ]);
});

const namespaces = (template: typeof full) =>
  Object.values(resources(template, 'AWS::Lambda::Function')).flatMap(({ Properties }) => {
    const { Variables } = (Properties.Environment ?? {}) as { Variables?: Record<string, string> };
    return Variables?.METRICS_NAMESPACE ?? [];
  });

test('the functions write metrics into the namespace of the alarms', () => {
  const looked = alarmsIn(full)
    .flatMap(({ Metrics = [], ...alarm }) => [
      alarm as unknown as Metric,
      ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
    ])
    .flatMap(({ Namespace }) => (Namespace?.startsWith('AWS/') ? [] : (Namespace ?? [])));

  expect(new Set(looked)).toEqual(new Set(['test']));
  expect(namespaces(full)).toEqual(Array(14).fill('test'));
});

test('without monitoring there are no metrics, no alarms and no CloudWatch dashboard', () => {
  const without = synthesised(changed);

  expect(namespaces(without)).toEqual([]);
  expect(alarmsIn(without)).toEqual([]);
  expect(resources(without, 'AWS::CloudWatch::Dashboard')).toEqual({});
});

test('the name of the CloudWatch dashboard has the stack and the region, and every graph has a title', () => {
  const [dashboard] = propertiesOf(full, 'AWS::CloudWatch::Dashboard');

  expect(joined(dashboard?.DashboardName)).toBe('test-{AWS::Region}');
  const body = JSON.stringify(dashboard?.DashboardBody);
  const count = (word: string) => body.split(word).length - 1;
  expect(count('\\"title\\":')).toBe(count('\\"type\\":'));
  expect(count('\\"title\\":')).toBeGreaterThan(15);
});

test('X-Ray tracing is off by default', () => {
  const traced = (template: typeof full) =>
    propertiesOf(template, 'AWS::Lambda::Function').flatMap(
      ({ TracingConfig }) => TracingConfig ?? [],
    );

  expect(traced(plain)).toEqual([]);
  expect(traced(full)).toEqual(Array(14).fill({ Mode: 'Active' }));
  expect(permissionsOf(plain, 'Verify')).not.toHaveProperty('xray:PutTraceSegments');
  expect(permissionsOf(full, 'Verify')).toHaveProperty('xray:PutTraceSegments', ['*']);
});

test('X-Ray traces begin at the gateway', () => {
  const traced = (template: typeof full) =>
    propertiesOf(template, 'AWS::ApiGateway::Stage').map(({ TracingEnabled }) => TracingEnabled);

  expect([traced(plain), traced(full)]).toEqual([
    [undefined, undefined, undefined],
    [true, true, true],
  ]);
});

test.each([
  [{ alarmEmails: ['ann'] }, 'alarmEmails.0 must be an e-mail address'],
  [{ alarmTopicArn: 'alarms' }, 'alarmTopicArn must be the ARN of an SNS topic'],
  [{ dailyQuota: 0 }, 'dailyQuota must be at least 1'],
  [{ runbookUrl: 'a b' }, 'runbookUrl must be an address or a path'],
])('the alarm settings %j are refused', (settings, sentence) => {
  expect(() => parseSettings(settings)).toThrow(sentence);
});
