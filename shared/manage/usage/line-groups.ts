export type UsageBy = (typeof usageTables)[number];

export const usageTables = ['template', 'key', 'day'] as const;

export interface UsageSearch {
  accountId: string;
  by: UsageBy;
  since: Date;
}

/** Lines of the functions' logs that are counted together. */
export interface LineGroup {
  /** The template's id, the key's id or the day in UTC; null: none. */
  name: string | null;
  endpoint: string;
  outcome: string;
  test: boolean;
  lines: number;
  /** The recipients for which SES bills the mails of the lines. */
  recipients: number;
}

export interface CountedLines {
  groups: LineGroup[];
  /** Whether the smallest groups are missing, because an answer has no room for them. */
  isCut: boolean;
  /** The bytes of logs that were searched; null if that costs nothing. */
  searchedBytes: number | null;
  /** ISO 8601: older lines have been deleted. Null: none since the beginning of the search. */
  goneBefore: string | null;
}

/** The fields of a log line that are counted (shared/http/log-line.ts). */
export interface CountedLine {
  endpoint: string;
  outcome?: string | undefined;
  templateId?: string | undefined;
  keyId?: string | undefined;
  test?: boolean | undefined;
  recipients?: number | undefined;
}

/** The requests of callers, each with one line. A batch is counted by the lines of its mails. */
export const requestEndpoints = ['render', 'execute', 'verify', 'message', 'cancel'] as const;

/** The outcomes of `due` after which SES has the mail, or may have it. */
export const dueSent = ['sent', 'unknown'] as const;

const requests: ReadonlySet<string> = new Set(requestEndpoints);
const sentLater: ReadonlySet<string> = new Set(dueSent);

/** Whether a line is one of a request, of a scheduled mail, or of a test mail of the dashboard. */
export function isCounted({ endpoint, outcome = '', templateId }: CountedLine): boolean {
  if (endpoint === 'due') return sentLater.has(outcome);
  return requests.has(endpoint) || (endpoint === 'manage' && templateId !== undefined);
}

const hourMs = 60 * 60 * 1000;

/** The time since which lines are kept, if over an hour after `since`; else null. `days`: null means forever. */
export function goneBefore(since: Date, days: number | null, now: Date): string | null {
  if (days === null) return null;
  const from = now.getTime() - days * 24 * hourMs;
  return since.getTime() < from - hourMs ? new Date(from).toISOString() : null;
}

/** Adds up lines as the query does at CloudWatch. `at`: ISO 8601. */
export function groupLines(
  lines: readonly (CountedLine & { at: string })[],
  by: UsageBy,
): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const line of lines.filter(isCounted)) {
    const { endpoint, outcome = '', test = false, recipients = 1 } = line;
    const name = nameOf(line, by);
    const place = JSON.stringify([name, endpoint, outcome, test]);
    const found = groups.get(place) ?? { name, endpoint, outcome, test, lines: 0, recipients: 0 };
    found.lines += 1;
    found.recipients += recipients;
    groups.set(place, found);
  }
  return [...groups.values()];
}

function nameOf({ templateId, keyId, at }: CountedLine & { at: string }, by: UsageBy) {
  if (by === 'day') return at.slice(0, 10);
  return (by === 'template' ? templateId : keyId) ?? null;
}
