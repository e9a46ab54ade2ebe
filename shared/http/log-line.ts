/** What one request leaves in the log. Never a secret, an address or a value of a variable. */
export interface LogLine {
  requestId: string;
  endpoint: string;
  accountId?: string | undefined;
  keyId?: string | undefined;
  /** Where one function has several resources: the method, and the resource's pattern. */
  method?: string | undefined;
  route?: string | undefined;
  status: number;
  /** How the flow of an execute ended, for instance `sent`. */
  outcome?: string | undefined;
  /** The record of the message that was sent, or tried to. */
  messageId?: string | undefined;
  ms: number;
  /** Whether this was the first request of its container. */
  cold: boolean;
  /** What went wrong underneath, outermost first: for a 5xx, or behind an answer that stands. */
  causes?: string[] | undefined;
}

let served = 0;

/** True once in a container's life. */
export function isColdStart(): boolean {
  return served++ === 0;
}

/** Writes the one line of a request; Lambda hands stdout to CloudWatch. */
export function writeLogLine(line: LogLine): void {
  const level = line.status >= 500 || line.causes ? 'error' : 'info';
  console.log(JSON.stringify({ level, ...line }));
}

/**
 * The chain of causes of a fault, each with where it was thrown. Deep enough for an SDK error in
 * a refusal in a chain; bounded, because a cause may point to itself.
 */
export function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  for (let at = error; at !== undefined && causes.length < 5; ) {
    if (!(at instanceof Error)) return [...causes, typeof at];
    causes.push(at.stack ?? `${at.name}: ${at.message}`);
    at = at.cause;
  }
  return causes;
}
