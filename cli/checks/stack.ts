import { broken, ok, open, run, say, unknown } from '../../shared/manage/doctor/check.ts';
import { cli, consolePage, deployTo, type Where } from '../../shared/manage/doctor/where.ts';
import type { DoctorCheck } from './ports.ts';

export const stackNotReady: DoctorCheck<'stack' | 'where' | 'stackState'> = {
  code: 'stack-not-ready',
  why: 'The service runs only while its stack is deployed',
  async find({ stack, where, stackState }) {
    const [place, found] = await Promise.all([where(), stackState()]);
    const { region } = place;
    const deploy = run(deployTo(place));
    if (found === null) {
      const fix = say('Name the region of the stack with --region, or deploy it');
      return broken(`There is no stack ${stack} in ${region}`, fix, deploy);
    }
    const { status, reason } = found;
    const state = `The stack ${stack} is ${status}${reason ? ` (${reason})` : ''}`;
    const fix = stuckStates[status];
    if (fix) {
      const events = open(consolePage('cloudformation/home', { region }, '#/stacks'));
      return broken(state, say(fix.say), ...fix.first(place, stack).map(run), deploy, events);
    }
    if (status.endsWith('_IN_PROGRESS')) {
      return unknown(
        state,
        say('Wait until CloudFormation is done, then run'),
        run(cli('doctor', place)),
      );
    }
    return ok(
      status === 'UPDATE_ROLLBACK_COMPLETE'
        ? `${state}: the last deployment was rolled back`
        : state,
    );
  },
};

interface StuckState {
  say: string;
  /** The commands before the deployment. */
  first: (place: Where, stack: string) => string[];
}

const deployAgain: StuckState = {
  say: 'Deploy it again, which first removes the rest of the failed deployment',
  first: () => [],
};

const removeFirst: StuckState = {
  say: 'The stack cannot be updated in this state; remove it, which keeps the tables, then deploy again',
  first: ({ options }) => [cli('destroy', { options })],
};

/**
 * What to do about a state that CloudFormation does not leave by itself.
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
export const stuckStates: Record<string, StuckState> = {
  REVIEW_IN_PROGRESS: deployAgain,
  CREATE_FAILED: deployAgain,
  ROLLBACK_COMPLETE: deployAgain,
  ROLLBACK_FAILED: deployAgain,
  DELETE_FAILED: removeFirst,
  IMPORT_ROLLBACK_FAILED: removeFirst,
  UPDATE_ROLLBACK_FAILED: {
    say: 'Finish the rollback, wait until it is done, then deploy again',
    first: ({ region }, stack) => [
      `aws cloudformation continue-update-rollback --stack-name ${stack} --region ${region}`,
    ],
  },
  UPDATE_FAILED: {
    say: 'Undo the update, wait until it is done, then deploy again',
    first: ({ region }, stack) => [
      `aws cloudformation rollback-stack --stack-name ${stack} --region ${region}`,
    ],
  },
};

export const bundlesOlderThanCode: DoctorCheck<'deployedCode' | 'checkoutCode' | 'deployCommand'> =
  {
    code: 'bundles-older-than-code',
    why: 'The deployment lacks the fixes and settings that only this checkout has',
    async find({ deployedCode, checkoutCode, deployCommand }) {
      const [deployed, checkout, command] = await Promise.all([
        deployedCode(),
        checkoutCode(),
        deployCommand(),
      ]);
      const compared = [...deployed].filter(([name]) => checkout.has(name));
      if (compared.length === 0) return unknown('No function of the stack is in this checkout');
      const other = compared.filter(([name, hash]) => checkout.get(name) !== hash);
      if (other.length === 0) {
        return ok(`${compared.length} functions run the code of this checkout`);
      }
      return broken(
        `The code that runs differs from this checkout: ${other.map(([name]) => name).join(', ')}`,
        say('Deploy this code; if this checkout is the older one, update it first'),
        run(command),
      );
    },
  };

export const deadLettersWaiting: DoctorCheck<'where' | 'deadLetterQueue' | 'deadLetters'> = {
  code: 'dead-letters-waiting',
  why: 'A report of SES could not be recorded; the queue deletes it after 14 days',
  async find({ where, deadLetterQueue, deadLetters }) {
    const [{ region }, url, count] = await Promise.all([where(), deadLetterQueue(), deadLetters()]);
    if (count === 0) return ok('None');
    return broken(
      `${count === 1 ? 'One message is' : `${count} messages are`} in the dead-letter queue`,
      say(
        'Read them, fix what they name, and replay them as docs/operations/messages.md says under "Dead-letter queue"',
      ),
      run(
        `aws sqs receive-message --queue-url ${url} --max-number-of-messages 10 --visibility-timeout 60 --region ${region}`,
      ),
    );
  },
};
