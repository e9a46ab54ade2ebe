import { encodeResult } from './answer.ts';
import type { LogEnd } from './log-line.ts';

/** An answer with status 200 that a use case has written itself, because it has more than the result. */
export class WrittenAnswer {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly notes: LogEnd;

  /** `body` is JSON. The caller gets it byte for byte. */
  constructor(body: string, notes: LogEnd = {}, headers: Record<string, string> = {}) {
    this.body = body;
    this.notes = notes;
    this.headers = headers;
  }

  /** Throws the refusal `overLimit` if the result is larger than an answer may be. */
  static of(result: object, notes: LogEnd = {}): WrittenAnswer {
    return new WrittenAnswer(encodeResult(result), notes);
  }
}
