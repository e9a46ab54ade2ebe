/** The plans of the spec (§8): requests a minute that an account may make, all its keys together. */
export const plans = {
  free: { requestsPerMinute: 60 },
  pro: { requestsPerMinute: 300 },
  team: { requestsPerMinute: 1000 },
} as const;

export type Plan = keyof typeof plans;
