import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metricsOf } from '../../../shared/http/log-line.ts';

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

describe('the metrics in a log line', () => {
  test('are the time it took, by endpoint and outcome', () => {
    expect(metricsOf({ endpoint: 'render', cold: false }, 1_795_000_000_000)).toEqual({
      _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [time] },
    });
  });

  test('count a cold start by endpoint', () => {
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

  test('are none of an event, whose line has the time alone', () => {
    expect(metricsOf({ endpoint: 'events', cold: true }, 1_795_000_000_000)).toEqual({
      _aws: { Timestamp: 1_795_000_000_000, CloudWatchMetrics: [] },
    });
  });

  test('are none without a namespace', () => {
    process.env.METRICS_NAMESPACE = '';

    expect(metricsOf({ endpoint: 'render', cold: true })).toEqual({});
  });
});
