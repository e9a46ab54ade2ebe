import type { StackHappening, Stacks } from '../../shared/adapters/cloudformation.ts';
import { isSettled } from './stack-status.ts';

export interface FollowOptions {
  stacks: Pick<Stacks, 'find' | 'happenings'>;
  /** By its ARN, so that it is found when it has gone. */
  stackId: string;
  /** The last event that is known already; null: whatever comes from now on. */
  since: string | null;
  /** Told of each resource as it is done. */
  line: (text: string) => void;
  wait: () => Promise<void>;
}

/** How it ended: CloudFormation's word, `DELETE_COMPLETE` too, and what went wrong first. */
export interface Ending {
  status: string;
  failure: StackHappening | null;
}

/** Follows a stack until CloudFormation has come to an end with it. */
export async function followStack(options: FollowOptions): Promise<Ending> {
  const { stacks, stackId, line, wait } = options;
  let last = options.since;
  let failure: StackHappening | null = null;
  for (;;) {
    // The state is asked first, so that no event comes after the look that ends this.
    const state = await stacks.find(stackId);
    for (const happening of await stacks.happenings(stackId, last)) {
      last = happening.id;
      failure ??= isFailure(happening) ? happening : null;
      const told = lineOf(happening);
      if (told) line(told);
    }
    const status = state?.status ?? 'DELETE_COMPLETE';
    if (isSettled(status)) return { status, failure };
    await wait();
  }
}

/** The failures that follow from the first have this reason, and say nothing. */
function isFailure({ status, reason }: StackHappening): boolean {
  return status.endsWith('_FAILED') && !/cancelled/i.test(reason ?? '');
}

const told: Record<string, string> = {
  CREATE_COMPLETE: 'created',
  UPDATE_COMPLETE: 'changed',
  DELETE_COMPLETE: 'removed',
  DELETE_SKIPPED: 'kept',
  IMPORT_COMPLETE: 'taken in',
  CREATE_FAILED: 'failed',
  UPDATE_FAILED: 'failed',
  DELETE_FAILED: 'failed',
  IMPORT_FAILED: 'failed',
};

function lineOf({ status, logicalId, type, reason }: StackHappening): string | undefined {
  const word = told[status];
  if (!word || type === 'AWS::CloudFormation::Stack') return undefined;
  return `${word}  ${logicalId} (${type})${word === 'failed' && reason ? `: ${reason}` : ''}`;
}

/** Why `what` failed, in one sentence, with the mend where it is known. */
export function failureSentence(what: string, { status, failure }: Ending): string {
  const rolledBack = status.includes('ROLLBACK_COMPLETE')
    ? 'failed and was rolled back'
    : `ended as ${status}`;
  if (!failure) return `${what} ${rolledBack}`;
  const { logicalId, type, reason } = failure;
  const mend = mendOf(failure);
  const why = `${logicalId} (${type}): ${(reason ?? status).replace(/[\s.]+$/, '')}`;
  return `${what} ${rolledBack}, because of ${why}${mend ? `. ${mend}` : ''}`;
}

function mendOf({ reason, type }: StackHappening): string | undefined {
  if (/already exists/i.test(reason ?? '')) {
    return type === 'AWS::SES::EmailIdentity'
      ? 'Another stack of this region has this sender: say "existing" of it under "identities" in the settings'
      : 'Something of this name is there already: remove it, or choose another stackName';
  }
  if (/not authorized|AccessDenied/i.test(reason ?? '')) {
    return "The CDK's execution role lacks that permission: bootstrap again, or give it";
  }
  if (/limit|quota/i.test(reason ?? '')) {
    return 'Ask for more under Service Quotas in the AWS console, then deploy again';
  }
  return undefined;
}
