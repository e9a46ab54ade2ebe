import * as z from 'zod';
import type { Template } from './template.ts';

/** A usage plan of the stack: the rate that each key in it has. */
export interface UsagePlan {
  id: string;
  name: string;
  ratePerSecond: number;
  burst: number;
}

const known = z.object({
  UsagePlanName: z.string().optional(),
  Throttle: z.object({ RateLimit: z.number().positive(), BurstLimit: z.int().positive() }),
  ApiStages: z.array(
    z.strictObject({
      ApiId: z.string(),
      Stage: z.string(),
      // Throttles of single methods; CDK writes an empty one.
      Throttle: z.strictObject({}).optional(),
    }),
  ),
});

/** The usage plans of the stack. */
export function readUsagePlans(template: Template): UsagePlan[] {
  const plans = template.read({
    type: 'AWS::ApiGateway::UsagePlan',
    known,
    inert: ['Description', 'Tags'],
  });
  return [...plans].map(([id, { UsagePlanName, Throttle }]) => ({
    id,
    name: UsagePlanName ?? id,
    ratePerSecond: Throttle.RateLimit,
    burst: Throttle.BurstLimit,
  }));
}
