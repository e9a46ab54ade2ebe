import { metricsOf } from '../../../shared/http/log-line.ts';
import { afterEach, beforeEach, expect, test } from '../../jest.ts';

beforeEach(() => {
  process.env.METRICS_NAMESPACE = 'postrider';
});

afterEach(() => {
  delete process.env.METRICS_NAMESPACE;
});

const time = {
  Namespace: 'postrider',
  Dimensions: [['endpoint', 'outcome']],
  Metrics: [{ Name: 'ms' }],
};

test('the metrics in a log line have the duration, by endpoint and outcome', () => {
  expect(metricsOf({ endpoint: 'render', cold: false }, 1_795_000_000_000)).toEqual({
    _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [time] },
  });
});

test('the metrics in a log line count a cold start by endpoint', () => {
  const starts = {
    Namespace: 'postrider',
    Dimensions: [['endpoint']],
    Metrics: [{ Name: 'coldStarts' }],
  };

  expect(metricsOf({ endpoint: 'render', cold: true }, 1_795_000_000_000)).toEqual({
    coldStarts: 1,
    _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [time, starts] },
  });
});

test('the metrics in a log line count a refused request that could not be recorded', () => {
  const line = { endpoint: 'execute', cold: false, notRecorded: 1 as const };
  const lost = { ...time, Dimensions: [['endpoint']], Metrics: [{ Name: 'notRecorded' }] };

  expect(metricsOf(line, 1_795_000_000_000)).toEqual({
    _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [time, lost] },
  });
});

test('the log line of an event has the duration, and no metrics', () => {
  expect(metricsOf({ endpoint: 'events', cold: true }, 1_795_000_000_000)).toEqual({
    _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [] },
  });
});

test('the log line of a scheduled message has a metric of how its send ended, and none of any other wake-up', () => {
  const named = (outcome: string, test?: true) =>
    metricsOf({ endpoint: 'due', cold: true, outcome, ...(test && { test }) }, 0);
  const counted = {
    Namespace: expect.any(String),
    Dimensions: [['endpoint', 'outcome']],
    Metrics: [{ Name: 'ms' }],
  };

  for (const outcome of ['sent', 'failed', 'unknown']) {
    expect(named(outcome)).toMatchObject({ _aws: { CloudWatchMetrics: [counted] } });
  }
  for (const idle of [named('ignored'), named('again'), named('fault'), named('sent', true)]) {
    expect(idle).toEqual({ _aws: { Timestamp: 0, CloudWatchMetrics: [] } });
  }
});

test('the log line of a request with a test key has the duration, and no metrics', () => {
  const line = { endpoint: 'execute', cold: true, test: true } as const;

  expect(metricsOf(line, 1_795_000_000_000)).toEqual({
    _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [] },
  });
});

test('without a namespace a log line has no metrics', () => {
  process.env.METRICS_NAMESPACE = '';

  expect(metricsOf({ endpoint: 'render', cold: true })).toEqual({});
});
