import { encodeResult } from './answer.ts';
import type { LogLine } from './log-line.ts';

/** What a use case may add to the log line. */
export type LogNotes = Partial<
  Pick<
    LogLine,
    | 'outcome'
    | 'templateId'
    | 'revision'
    | 'messageId'
    | 'recipients'
    | 'messages'
    | 'accepted'
    | 'ignored'
    | 'notRecorded'
    | 'causes'
  >
>;

/** An answer with status 200 that a use case has written itself, because it has more than the result. */
export class WrittenAnswer {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly notes: LogNotes;

  /** `body` is JSON. The caller gets it byte for byte. */
  constructor(body: string, notes: LogNotes = {}, headers: Record<string, string> = {}) {
    this.body = body;
    this.notes = notes;
    this.headers = headers;
  }

  /** Throws the refusal `overLimit` if the result is larger than an answer may be. */
  static of(result: object, notes: LogNotes = {}): WrittenAnswer {
    return new WrittenAnswer(encodeResult(result), notes);
  }
}
