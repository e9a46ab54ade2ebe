import { broken, type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import type { Where } from '../../../shared/manage/doctor/where.ts';

export interface DeadLetterPorts {
  where: () => Promise<Pick<Where, 'region'>>;
  deadLetterQueue: () => Promise<string>;
  /** About how many there are. */
  deadLetters: () => Promise<number>;
}

export const deadLettersWaiting: Check<DeadLetterPorts> = {
  code: 'dead-letters-waiting',
  why: 'SES reported something that could not be recorded; after 14 days it is lost',
  async find({ where, deadLetterQueue, deadLetters }) {
    const [{ region }, url, count] = await Promise.all([where(), deadLetterQueue(), deadLetters()]);
    if (count === 0) return ok('None');
    return broken(
      `${count === 1 ? 'One letter waits' : `${count} letters wait`} in the dead-letter queue`,
      say(
        'Read the letters, fix what they name, and replay them as docs/operations.md says under "Dead-letter queue"',
      ),
      run(
        `aws sqs receive-message --queue-url ${url} --max-number-of-messages 10 --visibility-timeout 60 --region ${region}`,
      ),
    );
  },
};
