import { z } from 'zod';

/** https://docs.aws.amazon.com/ses/latest/dg/tenants.html */
const policies = ['standard', 'strict', 'none'] as const;

const policy = z
  .string()
  .refine(
    (name) => policies.some((known) => known === name),
    'must be "standard", "strict" or "none"',
  )
  .default('standard');

/** Null: off. `true` is `{"policy": "standard"}`. */
export const tenants = z
  .preprocess(
    (given) => (given === true ? {} : given === false ? null : given),
    z.strictObject({ policy }).nullable(),
  )
  .default(null);
