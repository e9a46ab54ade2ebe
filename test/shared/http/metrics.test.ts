import { metricsOf } from '../../../shared/http/log-line.ts';
import { afterEach, beforeEach, expect, test } from '../../jest.ts';

beforeEach(() => {
  process.env.METRICS_NAMESPACE = 'postrider';
});

afterEach(() => {
  delete process.env.METRICS_NAMESPACE;
});

const nowMs = 1_795_000_000_000;
const metric = (Name: string, ...Dimensions: string[]) => ({
  ...{ Namespace: 'postrider', Dimensions: [Dimensions], Metrics: [{ Name }] },
});
const time = metric('ms', 'endpoint', 'outcome');
const withMetrics = (...CloudWatchMetrics: object[]) => ({
  _aws: { Timestamp: nowMs, CloudWatchMetrics },
});

test('the metrics in a log line have the duration, by endpoint and outcome', () => {
  expect(metricsOf({ endpoint: 'render', cold: false }, nowMs)).toEqual(withMetrics(time));
});

test('the metrics in a log line count a cold start by endpoint', () => {
  expect(metricsOf({ endpoint: 'render', cold: true }, nowMs)).toEqual({
    coldStarts: 1,
    ...withMetrics(time, metric('coldStarts', 'endpoint')),
  });
});

test('the metrics in a log line count a refused request that could not be recorded', () => {
  const line = { endpoint: 'execute', cold: false, notRecorded: 1 as const };

  expect(metricsOf(line, nowMs)).toEqual(withMetrics(time, metric('notRecorded', 'endpoint')));
});

test.each([
  ['an event', { endpoint: 'events', cold: true }],
  ['a request with a test key', { endpoint: 'execute', cold: true, test: true as const }],
])('the log line of %s has the duration, and no metrics', (_, line) => {
  expect(metricsOf(line, nowMs)).toEqual(withMetrics());
});

test('the log line of a scheduled message has a metric of how its send ended, one of a sweep that found lost wake-ups, and none of any other wake-up', () => {
  const named = (outcome: string, test?: true) =>
    metricsOf({ endpoint: 'due', cold: true, outcome, ...(test && { test }) }, nowMs);

  for (const outcome of ['sent', 'failed', 'unknown', 'overdue']) {
    expect(named(outcome)).toMatchObject(withMetrics(time));
  }
  for (const idle of ['ignored', 'again', 'swept', 'busy', 'fault'].map((each) => named(each))) {
    expect(idle).toEqual(withMetrics());
  }
  expect(named('sent', true)).toEqual(withMetrics());
});

test('without a namespace a log line has no metrics', () => {
  process.env.METRICS_NAMESPACE = '';

  expect(metricsOf({ endpoint: 'render', cold: true })).toEqual({});
});
