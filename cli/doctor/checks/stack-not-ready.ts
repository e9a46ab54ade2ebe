import {
  broken,
  type Check,
  ok,
  open,
  run,
  say,
  unknown,
} from '../../../shared/manage/doctor/check.ts';
import { cli, consolePage, deployTo, type Where } from '../../../shared/manage/doctor/where.ts';
import type { StackDescription } from '../../aws/stack-description.ts';

export interface StackPorts {
  stack: string;
  where: () => Promise<Where>;
  stackDescription: () => Promise<Pick<StackDescription, 'status' | 'reason'> | null>;
  regionsOfStack: () => Promise<string[]>;
}

export const stackNotReady: Check<StackPorts> = {
  code: 'stack-not-ready',
  why: 'The service runs when its stack is deployed',
  async find({ stack, where, stackDescription, regionsOfStack }) {
    const [place, found] = await Promise.all([where(), stackDescription()]);
    const { region } = place;
    const deploy = run(deployTo(place));
    if (found === null) {
      const elsewhere = await regionsOfStack();
      if (elsewhere.length > 0) return unknown(`The stack ${stack} is in another region`);
      return broken(`There is no stack ${stack} in ${region}`, say('Deploy it'), deploy);
    }
    const { status, reason } = found;
    const state = `The stack ${stack} is ${status}${reason ? ` (${reason})` : ''}`;
    const events = open(consolePage('cloudformation/home', { region }, '#/stacks'));
    const way = waysOn[status];
    if (way)
      return broken(state, say(way.say), ...way.first(place, stack).map(run), deploy, events);
    if (status.endsWith('_IN_PROGRESS')) {
      return unknown(
        state,
        say('Wait until it is done, and look again'),
        run(cli('doctor', place)),
      );
    }
    if (status === 'UPDATE_ROLLBACK_COMPLETE')
      return ok(`${state}: the last deployment was undone`);
    return ok(state);
  },
};

interface WayOn {
  say: string;
  /** The commands before the deployment. */
  first: (place: Where, stack: string) => string[];
}

const deployAgain: WayOn = { say: 'Nothing is in it yet; deploy it again', first: () => [] };

const removeFirst: WayOn = {
  say: 'It cannot be updated in this state; remove it, which keeps the tables, and deploy it again',
  first: ({ options }) => [cli('destroy', { options })],
};

/**
 * What to do about a state that CloudFormation does not leave by itself.
 *
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html
 */
const waysOn: Record<string, WayOn> = {
  REVIEW_IN_PROGRESS: deployAgain,
  CREATE_FAILED: deployAgain,
  ROLLBACK_COMPLETE: deployAgain,
  ROLLBACK_FAILED: removeFirst,
  DELETE_FAILED: removeFirst,
  IMPORT_ROLLBACK_FAILED: removeFirst,
  UPDATE_ROLLBACK_FAILED: {
    say: 'Finish the rollback, wait until it is done, and deploy again',
    first: ({ region }, stack) => [
      `aws cloudformation continue-update-rollback --stack-name ${stack} --region ${region}`,
    ],
  },
  UPDATE_FAILED: {
    say: 'Undo the update, wait until it is done, and deploy again',
    first: ({ region }, stack) => [
      `aws cloudformation rollback-stack --stack-name ${stack} --region ${region}`,
    ],
  },
};
