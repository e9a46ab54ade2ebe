import type { StackDescription } from '../../adapters/stack-description.ts';
import { broken, type Check, ok, open, run, say, unknown } from './check.ts';
import { cli, consolePage, type Where } from './where.ts';

export interface StackPorts {
  stack: string;
  where: () => Promise<Where>;
  stackDescription: () => Promise<Pick<StackDescription, 'status' | 'reason'> | null>;
  regionsOfStack: () => Promise<string[]>;
}

export const stackNotReady: Check<StackPorts> = {
  code: 'stack-not-ready',
  why: 'The service is what its stack has put up',
  async find({ stack, where, stackDescription, regionsOfStack }) {
    const [{ region, options }, found] = await Promise.all([where(), stackDescription()]);
    const deploy = run(cli('deploy', { options: ` --region ${region}` }));
    if (found === null) {
      const elsewhere = await regionsOfStack();
      if (elsewhere.length > 0) return unknown(`The stack ${stack} is in another region`);
      return broken(`There is no stack ${stack} in ${region}`, say('Deploy it'), deploy);
    }
    const { status, reason } = found;
    const state = `The stack ${stack} is ${status}${reason ? ` (${reason})` : ''}`;
    const events = open(consolePage('cloudformation/home', { region }, '#/stacks'));
    if (stuck.has(status)) {
      return broken(
        state,
        say('It cannot be updated in this state: let it finish rolling back, or delete it'),
        run(
          status === 'UPDATE_ROLLBACK_FAILED'
            ? `aws cloudformation continue-update-rollback --stack-name ${stack} --region ${region}`
            : `aws cloudformation delete-stack --stack-name ${stack} --region ${region}`,
        ),
        events,
        deploy,
      );
    }
    if (status.endsWith('_IN_PROGRESS')) {
      return unknown(
        state,
        say('Wait until it is done, and look again'),
        run(cli('doctor', { options })),
      );
    }
    if (status === 'UPDATE_ROLLBACK_COMPLETE')
      return ok(`${state}: the last deployment was undone`);
    return ok(state);
  },
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html */
const stuck: ReadonlySet<string> = new Set([
  'CREATE_FAILED',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
  'DELETE_FAILED',
  'UPDATE_ROLLBACK_FAILED',
]);
