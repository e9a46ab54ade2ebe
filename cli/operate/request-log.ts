import * as z from 'zod/mini';

/** One line of the functions' logs, as far as it could be read. */
export interface LogEntry {
  /** Tells it from every other. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** As it was written; one request's line is JSON. */
  text: string;
  /** Null for what is no request's line: what Lambda itself says of a function that died, say. */
  line: LoggedRequest | null;
}

/** What the log says of a request (shared/http/log-line.ts), as far as everybody reads it. */
export type LoggedRequest = z.output<typeof loggedRequest>;

const optionalText = z.optional(z.string());
const optionalNumber = z.optional(z.number());

const loggedRequest = z.looseObject({
  level: z.string(),
  requestId: optionalText,
  endpoint: z.string(),
  outcome: optionalText,
  status: optionalNumber,
  ms: optionalNumber,
  cold: z.optional(z.boolean()),
  accountId: optionalText,
  keyId: optionalText,
  templateId: optionalText,
  revision: optionalNumber,
  messageId: optionalText,
  causes: z.optional(z.array(z.string())),
  /** The time of a line, where whoever keeps it has none of its own. */
  _aws: z.optional(z.looseObject({ Timestamp: z.number() })),
});

/** Which lines are looked for: those that fit all that is given. */
export interface LogSearch {
  since: Date;
  requestId?: string | undefined;
  endpoint?: string | undefined;
  status?: number | undefined;
  keyId?: string | undefined;
}

/** What was found, oldest first. */
export interface FoundLogs {
  entries: LogEntry[];
  /** Whether there are more than were read. */
  isCut: boolean;
}

/** The log of all functions together: CloudWatch's on AWS, files in the local run. */
export interface RequestLog {
  find: (search: LogSearch) => Promise<FoundLogs>;
  /**
   * The newest request of each API key since a time, by the key's id, in ISO 8601. A key without one
   * is not in it. What CloudWatch has kept no longer (`logRetentionDays`) is not seen.
   */
  lastUseOfKeys: (since: Date) => Promise<Map<string, string>>;
}

/** The most lines that one search returns. */
export const maxFoundLines = 1000;

/** A line of a request's log; null for any other text. */
export function readLogLine(text: string): LoggedRequest | null {
  if (!text.startsWith('{')) return null;
  try {
    const parsed = loggedRequest.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
