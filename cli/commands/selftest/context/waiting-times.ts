/** How long selftest waits, in milliseconds. */
export interface WaitingTimes {
  /** Between two tries. */
  pollMs: number;
  /** Until API Gateway knows a new key. */
  keyMs: number;
  /** Until SES's reports of a mail are recorded. */
  reportMs: number;
  /** Until a line is in the log. */
  logMs: number;
  /** Until CloudWatch shows a metric. */
  metricMs: number;
  /** Between two mails: SES's sandbox accepts one a second. */
  mailPauseMs: number;
  /** How far ahead a mail is scheduled that the queue itself delays: less than 15 minutes. */
  queueMs: number;
  /** How far ahead a mail is scheduled that waits in a schedule: more than 15 minutes. */
  scheduleMs: number;
}

export const onAws: WaitingTimes = {
  pollMs: 1000,
  keyMs: 120_000,
  reportMs: 180_000,
  logMs: 120_000,
  metricMs: 600_000,
  mailPauseMs: 1100,
  queueMs: 120_000,
  scheduleMs: 17 * 60_000,
};

export const onLocalRun: WaitingTimes = {
  ...onAws,
  pollMs: 100,
  metricMs: 0,
  mailPauseMs: 0,
  queueMs: 5000,
};
