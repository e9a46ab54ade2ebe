import {
  type CloudFormationClient,
  DescribeChangeSetCommand,
  type ResourceChange,
} from '@aws-sdk/client-cloudformation';
import { awsFault } from '../../shared/adapters/aws-fault.ts';

export interface PlannedChange {
  action: 'Add' | 'Modify' | 'Remove' | 'Import' | 'Dynamic';
  logicalId: string;
  type: string;
  /** Whether CloudFormation replaces the resource: creates a new one and removes the old one. */
  replacement: 'True' | 'False' | 'Conditional';
}

export interface ChangeSet {
  /** Whether it changes anything, and can be executed. A change of outputs alone lists no resource in `changes`. */
  state: 'pending' | 'ready' | 'no changes' | 'failed' | 'outdated';
  /** CloudFormation's reason for this state; empty if it gives none. */
  reason: string;
  changes: PlannedChange[];
}

/** How the reason begins if nothing changes, without and with a transform: CloudFormation has no error code for it. */
const noChanges = [
  "The submitted information didn't contain changes.",
  'No updates are to be performed',
];

/** Reads all pages of a change set; null if there is none of this name. Needs `cloudformation:DescribeChangeSet`. */
export async function readChangeSet(
  client: CloudFormationClient,
  StackName: string,
  ChangeSetName: string,
): Promise<ChangeSet | null> {
  const changes: PlannedChange[] = [];
  let NextToken: string | undefined;
  for (;;) {
    const describe = new DescribeChangeSetCommand({ StackName, ChangeSetName, NextToken });
    const page = await nullIfUnknown(client.send(describe));
    if (!page) return null;
    for (const { ResourceChange } of page.Changes ?? []) {
      if (ResourceChange) changes.push(...toChange(ResourceChange));
    }
    NextToken = page.NextToken;
    if (NextToken) continue;
    const { Status, ExecutionStatus, StatusReason: reason = '' } = page;
    return { state: stateOf(Status ?? '', ExecutionStatus ?? '', reason), reason, changes };
  }
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_DescribeChangeSet.html */
function stateOf(status: string, execution: string, reason: string): ChangeSet['state'] {
  if (status === 'FAILED') {
    return noChanges.some((begin) => reason.startsWith(begin)) ? 'no changes' : 'failed';
  }
  if (status !== 'CREATE_COMPLETE') return 'pending';
  return execution === 'AVAILABLE' ? 'ready' : 'outdated';
}

function toChange(change: ResourceChange): PlannedChange[] {
  const { Action, LogicalResourceId: logicalId = '', ResourceType: type = '' } = change;
  if (Action === undefined || Action === 'SyncWithActual') return [];
  return [{ action: Action, logicalId, type, replacement: change.Replacement ?? 'False' }];
}

export async function nullIfUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    const { name, message } = awsFault(error);
    // A stack that does not exist has no error of its own: `ValidationError: Stack with id … does not exist`.
    const isUnknownStack = name === 'ValidationError' && message.includes('does not exist');
    if (isUnknownStack || name === 'ChangeSetNotFoundException') return null;
    throw error;
  }
}
