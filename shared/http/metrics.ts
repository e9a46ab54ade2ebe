import { env } from '../env.ts';

/** The names of what CloudWatch measures; the dimensions are fields of the log line. */
export const metrics = {
  /** Milliseconds, by endpoint and outcome. Its number of samples is the number of requests. */
  time: 'ms',
  /** First requests of their containers, by endpoint. */
  coldStarts: 'coldStarts',
} as const;

/**
 * What makes CloudWatch read metrics out of a log line (its embedded metric format): none where the
 * stack gives them no namespace. There is no metric by account, because each costs $0.30 a month:
 * Logs Insights counts by account. There is none of events either, whose failures Lambda counts.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metricsOf(
  { endpoint, cold }: { endpoint: string; cold: boolean },
  nowMs = Date.now(),
): object {
  const Namespace = process.env[env.metricsNamespace];
  if (!Namespace) return {};
  if (endpoint === 'events') return { _aws: { Timestamp: nowMs, CloudWatchMetrics: [] } };
  const time = {
    Namespace,
    Dimensions: [['endpoint', 'outcome']],
    Metrics: [{ Name: metrics.time }],
  };
  const starts = { Namespace, Dimensions: [['endpoint']], Metrics: [{ Name: metrics.coldStarts }] };
  return {
    ...(cold && { [metrics.coldStarts]: 1 }),
    _aws: { Timestamp: nowMs, CloudWatchMetrics: cold ? [time, starts] : [time] },
  };
}
