import { z } from 'zod';

const count = (most: number) =>
  z
    .number()
    .multipleOf(1, 'must be a whole number')
    .min(1, 'must be at least 1')
    .max(most, `must be at most ${most}`);

/**
 * Requests to each of render, execute and verify, all callers together, whether they have a key or not;
 * more are a 429. Defaults: 1,000 a second and 2,000 at once, twice what a team account may send at once.
 * The most is what AWS gives an account in a region by default:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const throttle = z
  .strictObject({
    requestsPerSecond: count(10_000).default(1000),
    burst: count(5000).default(2000),
  })
  .default({ requestsPerSecond: 1000, burst: 2000 });

/**
 * How many environments of a function Lambda keeps for it, which is also the most that it gets. Default:
 * none, the function shares what the AWS account has. Beyond it a request is a 500.
 */
export const reservedConcurrency = z
  .strictObject({
    authorizer: count(1000).optional(),
    render: count(1000).optional(),
    execute: count(1000).optional(),
    verify: count(1000).optional(),
  })
  .default({});

export type Throttle = z.infer<typeof throttle>;
export type ReservedConcurrency = z.infer<typeof reservedConcurrency>;
