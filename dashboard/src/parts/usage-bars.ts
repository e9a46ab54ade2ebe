/** The requests of one day, and the height of its bar from 0 to 1. */
export interface Bar {
  date: string;
  requests: number;
  height: number;
}

export interface UsageBars {
  bars: Bar[];
  total: number;
  /** The day with the most requests; null without any. */
  most: Bar | null;
}

/** Bars in proportion to the busiest day. A day with only one request is still visible. */
export function usageBars(usage: readonly { date: string; requests: number }[]): UsageBars {
  const highest = Math.max(0, ...usage.map(({ requests }) => requests));
  const bars = usage.map(({ date, requests }) => ({
    date,
    requests,
    height: requests === 0 ? 0 : Math.max(0.02, requests / highest),
  }));
  return {
    bars,
    total: usage.reduce((sum, { requests }) => sum + requests, 0),
    most: highest === 0 ? null : (bars.find(({ requests }) => requests === highest) ?? null),
  };
}
