import { z } from 'zod';

export const wholeNumber = (least: number, most: number) =>
  z
    .number()
    .multipleOf(1, 'must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);

/**
 * The most requests of all callers to an endpoint; others get a 429. Default: twice a team account's; maximum: AWS's.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const throttle = z
  .strictObject({
    requestsPerSecond: wholeNumber(1, 10_000).default(1000),
    burst: wholeNumber(1, 5000).default(2000),
  })
  .default({ requestsPerSecond: 1000, burst: 2000 });

const reserved = wholeNumber(1, 1000).optional();

/** Executions reserved for a function, also its maximum. Beyond them a request gets a 500. Default: none. */
export const reservedConcurrency = z
  .strictObject({
    authorizer: reserved,
    render: reserved,
    execute: reserved,
    verify: reserved,
    message: reserved,
    cancel: reserved,
    batch: reserved,
  })
  .default({});

/** What Lambda takes for a queue: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const queueConcurrency = wholeNumber(2, 1000);

/** Executions of `Due`, one mail each at a time. Each sends about 7.5 mails a second (docs/scale.md). */
export const sendConcurrency = queueConcurrency.default(2);

/** How many executions of the function `Webhooks` send events at once. A receiver may take 15 s for one of them. */
export const webhookConcurrency = queueConcurrency.default(5);

const firewall = z.strictObject({
  /** Requests of one IP address in 5 minutes; others get a 429. Many accounts may call from one address. */
  rateLimit: wholeNumber(10, 2_000_000_000).default(20_000),
  /** What AWS's common rules do: `count` in CloudWatch, or `block` with a 403. Rules about bodies only count. */
  commonRules: z.literal(['count', 'block']).default('count'),
});

/** `false` means no firewall. One costs $5 a month, $1 for each of two rules, and $0.60 per million requests. */
export const waf = z
  .preprocess((given) => (given === false ? undefined : given), firewall.optional())
  .optional();

export type Throttle = z.infer<typeof throttle>;
export type FirewallSettings = z.infer<typeof firewall>;
