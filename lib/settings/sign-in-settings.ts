import { z } from 'zod';

/** How people sign in to the dashboard. */
export const signIn = z
  .strictObject({
    /** Whether each person needs a second factor, an app that makes codes. */
    mfa: z.enum(['optional', 'required']).default('optional'),
  })
  .prefault({});

export type SignInSettings = z.output<typeof signIn>;
