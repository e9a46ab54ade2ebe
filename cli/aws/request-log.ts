import * as z from 'zod/mini';

export interface LogEntry {
  id: string;
  at: string;
  text: string;
  /** Null for other lines, such as Lambda's own about a function that crashed. */
  line: LoggedRequest | null;
}

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
  recipients: optionalNumber,
  test: z.optional(z.boolean()),
  messageId: optionalText,
  causes: z.optional(z.array(z.string())),
  /** The time of a line in the local run's files. */
  _aws: z.optional(z.looseObject({ Timestamp: z.number() })),
});

export interface LogSearch {
  since: Date;
  requestId?: string | undefined;
  endpoint?: string | undefined;
  status?: number | undefined;
  keyId?: string | undefined;
}

/** Oldest first. */
export interface FoundLogs {
  entries: LogEntry[];
  isCut: boolean;
}

/** The log of all functions together: CloudWatch's on AWS, files in the local run. */
export interface RequestLog {
  find: (search: LogSearch) => Promise<FoundLogs>;
  /** The time (ISO 8601) of each API key's last request since `since`, by the key's id; only of keys that had one. */
  lastUseOfKeys: (since: Date) => Promise<Map<string, string>>;
}

/** The most lines that one search returns. */
export const maxFoundLines = 1000;

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
