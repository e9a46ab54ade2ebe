import {
  ChangeSetNotFoundException,
  type CloudFormationClient,
  DescribeChangeSetCommand,
  type ResourceChange,
} from '@aws-sdk/client-cloudformation';
import { isUnknownStack } from './stack-outputs.ts';

/** What a change set would do with one resource. */
export interface PlannedChange {
  action: 'Add' | 'Modify' | 'Remove' | 'Import' | 'Dynamic';
  logicalId: string;
  type: string;
  /** Whether it becomes another resource, and the one that is there goes. */
  replacement: 'True' | 'False' | 'Conditional';
}

/** A change set as CloudFormation describes it. */
export interface ChangeSet {
  /**
   * Whether it changes anything, and whether it can be executed. The number of its changes does not tell:
   * a change of outputs alone has none.
   */
  state: 'pending' | 'ready' | 'no changes' | 'failed' | 'outdated';
  /** CloudFormation's own words for that; empty where it says nothing. */
  reason: string;
  /** Those of resources. */
  changes: PlannedChange[];
}

/**
 * How CloudFormation begins the reason of a change set that failed for want of changes, without and with
 * a transform in the template.
 */
const noChanges = [
  "The submitted information didn't contain changes.",
  'No updates are to be performed',
];

/** Reads a change set, all pages of it; null where there is none of this name. Needs `cloudformation:DescribeChangeSet`. */
export async function readChangeSet(
  client: CloudFormationClient,
  StackName: string,
  ChangeSetName: string,
): Promise<ChangeSet | null> {
  const changes: PlannedChange[] = [];
  let NextToken: string | undefined;
  for (;;) {
    const describe = new DescribeChangeSetCommand({ StackName, ChangeSetName, NextToken });
    const page = await unlessGone(client.send(describe));
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

/** The answer, or null where CloudFormation knows no such stack or change set. */
export async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChangeSetNotFoundException || isUnknownStack(error)) return null;
    throw error;
  }
}
