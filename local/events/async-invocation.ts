import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../lambda/messages.ts';
import type { Invoke } from '../lambda/pool.ts';

/** Pauses before the second and the third try; Lambda waits one minute, then two. */
const defaultPausesMs = [1000, 2000];

export interface AsyncInvokerOptions {
  /** The file for events that failed at every try. */
  deadLetters: string;
  tell: (line: string) => void;
  pausesMs?: readonly number[];
}

export interface AsyncTarget {
  arn: string;
  invoke: Invoke;
  /** Tries after the first. */
  retries: number;
}

/**
 * Invokes functions as Lambda does asynchronously: retries a failed event, then keeps it as a dead letter.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export class AsyncInvoker {
  private readonly options: AsyncInvokerOptions;
  private readonly over = new AbortController();

  constructor(options: AsyncInvokerOptions) {
    this.options = options;
  }

  /** Resolves when the function has handled the event, or it is a dead letter. */
  async invoke(target: AsyncTarget, event: unknown): Promise<void> {
    const { pausesMs = defaultPausesMs } = this.options;
    for (let tries = 1; ; tries++) {
      const outcome = await target.invoke(event);
      if (this.over.signal.aborted || outcome.kind === 'answer') return;
      if (tries > target.retries) return this.bury(target, event, outcome, tries);
      const ms = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0;
      await pause(ms, undefined, { signal: this.over.signal });
    }
  }

  /** Drops events in progress, whose promises reject: SES's reports are best effort. */
  stop(): void {
    this.over.abort();
  }

  private bury(target: AsyncTarget, event: unknown, fault: Fault, tries: number): void {
    const { deadLetters, tell } = this.options;
    appendFileSync(deadLetters, `${JSON.stringify(letter(target, event, fault, tries))}\n`, {
      mode: 0o600,
    });
    tell(`An event failed ${tries} times and is now in ${deadLetters}: ${fault.message}`);
  }
}

/** The message that Lambda sends to a queue. */
function letter({ arn }: AsyncTarget, event: unknown, { message, stack }: Fault, tries: number) {
  return {
    version: '1.0',
    timestamp: new Date().toISOString(),
    requestContext: {
      requestId: randomUUID(),
      functionArn: `${arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: tries,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: {
      errorMessage: message,
      trace: stack?.split('\n').map((line) => line.trim()),
    },
  };
}
