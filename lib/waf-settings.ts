import { z } from 'zod';

/** A web application firewall before the API. */
const firewall = z.strictObject({
  /**
   * Requests that one IP address may make in 5 minutes; more are a 429. Not a plan's rate: that belongs
   * to the account, and many accounts may call from one address.
   */
  rateLimit: z
    .number()
    .multipleOf(1, 'must be a whole number')
    .min(10, 'must be at least 10')
    .max(2_000_000_000, 'must be at most 2000000000')
    .default(20_000),
  /**
   * What becomes of a request that AWS's common rules find: `count` only counts it in CloudWatch, `block`
   * refuses it with a 403. Of bodies nothing is judged in either: HTML and addresses are what they are for.
   */
  commonRules: z.literal(['count', 'block']).default('count'),
});

/** `false`: none. It costs $5 a month, $1 for each of two rules, and $0.60 per million requests. */
export const waf = z
  .preprocess((given) => (given === false ? undefined : given), firewall.optional())
  .optional();

export type FirewallSettings = z.infer<typeof firewall>;
