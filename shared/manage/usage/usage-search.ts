/** What the rows of a usage table are. */
export type UsageBy = (typeof usageTables)[number];

export const usageTables = ['template', 'key', 'day'] as const;

/** A search of the logs for what an account used. */
export interface UsageSearch {
  accountId: string;
  by: UsageBy;
  since: Date;
}
