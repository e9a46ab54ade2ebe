/** Who paused a template or a key, when (ISO 8601) and why. */
export interface Pause {
  at: string;
  /** Like `RevisionAuthor.by`. */
  by: string;
  note?: string | undefined;
}

/** `was paused at 2026-11-28 10:30 UTC by ada@example.com (Bounces at one domain)`. */
export function pauseWords({ at, by, note }: Pause): string {
  const why = note === undefined ? '' : ` (${note})`;
  return `was paused at ${at.slice(0, 16).replace('T', ' ')} UTC by ${by}${why}`;
}

export interface PausedTemplate extends Pause {
  templateId: string;
}
