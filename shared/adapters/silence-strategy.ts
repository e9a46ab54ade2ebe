import { StandardRetryStrategy } from '@smithy/core/retry';

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];

/**
 * The SDK's usual retries, but for silence: a peer that has not answered so many tries is not asked
 * again. A throttle passes with time, and an answer that never comes does not.
 */
export class SilenceStrategy extends StandardRetryStrategy {
  readonly #silentAttempts: number;

  constructor({ attempts, silentAttempts }: { attempts: number; silentAttempts: number }) {
    super(attempts);
    this.#silentAttempts = silentAttempts;
  }

  override async refreshRetryTokenForRetry(
    ...[token, info]: Parameters<Refresh>
  ): ReturnType<Refresh> {
    const isSilence = info.error instanceof Error && info.error.name === 'TimeoutError';
    if (isSilence && token.getRetryCount() + 1 >= this.#silentAttempts) {
      throw new Error('The peer stays silent');
    }
    return super.refreshRetryTokenForRetry(token, info);
  }
}
