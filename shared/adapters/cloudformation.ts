import {
  ChangeSetNotFoundException,
  CloudFormationClient,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeChangeSetCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type ResourceChange,
  type Stack,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import { type CallTimes, callTimes } from './call-times.ts';
import { isUnknownStack } from './stack-outputs.ts';

/** A stack as it is now. */
export interface StackState {
  /** `arn:aws:cloudformation:…`, which no later stack of the same name has. */
  id: string;
  /** CloudFormation's own word: `UPDATE_COMPLETE` and so on. */
  status: string;
  /** What its template calls itself; empty where it does not. */
  description: string;
}

export interface StackResource {
  logicalId: string;
  /** The name or the id that AWS knows it by. */
  physicalId: string;
  type: string;
}

/** What a change set would do with one resource. */
export interface PlannedChange {
  action: 'Add' | 'Modify' | 'Remove' | 'Import' | 'Dynamic';
  logicalId: string;
  type: string;
  /** Whether it becomes another resource, and the one that is there goes. */
  replacement: 'True' | 'False' | 'Conditional';
}

/** Something that happened to a resource of a stack, or to the stack itself. */
export interface StackHappening {
  id: string;
  logicalId: string;
  physicalId: string;
  type: string;
  status: string;
  reason: string | null;
}

/** The stacks of one account in one region, as far as deploying and removing them goes. */
export interface Stacks {
  /** Null where there is none of this name. */
  find(stack: string): Promise<StackState | null>;
  resources(stack: string): Promise<StackResource[]>;
  /** The stack's template, or the one that a change set would give it; null where there is none. */
  template(stack: string, changeSet?: string): Promise<string | null>;
  /** What a change set would do; null where there is none of this name. */
  changes(stack: string, changeSet: string): Promise<PlannedChange[] | null>;
  execute(stack: string, changeSet: string): Promise<void>;
  /** Drops a change set; one that is not there is fine. */
  discard(stack: string, changeSet: string): Promise<void>;
  /** What happened since the event of this id, oldest first; without an id the last one alone. */
  happenings(stackId: string, since: string | null): Promise<StackHappening[]>;
  remove(stack: string): Promise<void>;
  close(): void;
}

export function cloudformationStacks(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): Stacks {
  const client = new CloudFormationClient({ ...(region && { region }), ...callTimes(times) });
  return {
    find: (stack) => find(client, stack),
    resources: (stack) => resources(client, stack),
    template: (stack, changeSet) => template(client, stack, changeSet),
    changes: (stack, changeSet) => changes(client, stack, changeSet),
    execute: async (StackName, ChangeSetName) => {
      await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName }));
    },
    discard: async (StackName, ChangeSetName) => {
      await unlessGone(client.send(new DeleteChangeSetCommand({ StackName, ChangeSetName })));
    },
    happenings: (stackId, since) => happenings(client, stackId, since),
    remove: async (StackName) => {
      await client.send(new DeleteStackCommand({ StackName }));
    },
    close: () => client.destroy(),
  };
}

async function find(client: CloudFormationClient, StackName: string): Promise<StackState | null> {
  const found = await unlessGone(client.send(new DescribeStacksCommand({ StackName })));
  const stack = found?.Stacks?.[0];
  return stack ? toState(stack) : null;
}

/** A stack that is asked for by its ARN is found after it has gone, too. */
function toState({ StackId, StackStatus, Description }: Stack): StackState | null {
  if (StackStatus === 'DELETE_COMPLETE') return null;
  return { id: StackId ?? '', status: StackStatus ?? '', description: Description ?? '' };
}

async function resources(client: CloudFormationClient, StackName: string) {
  const all: StackResource[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListStackResourcesCommand({ StackName, NextToken }));
    for (const found of page.StackResourceSummaries ?? []) {
      if (found.ResourceStatus === 'DELETE_COMPLETE') continue;
      const { LogicalResourceId: logicalId = '', ResourceType: type = '' } = found;
      all.push({ logicalId, type, physicalId: found.PhysicalResourceId ?? '' });
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return all;
}

async function template(client: CloudFormationClient, StackName: string, ChangeSetName?: string) {
  const get = new GetTemplateCommand({
    StackName,
    ...(ChangeSetName && { ChangeSetName }),
    TemplateStage: 'Original',
  });
  const found = await unlessGone(client.send(get));
  return found?.TemplateBody ?? null;
}

async function changes(client: CloudFormationClient, StackName: string, ChangeSetName: string) {
  const all: PlannedChange[] = [];
  let NextToken: string | undefined;
  do {
    const describe = new DescribeChangeSetCommand({ StackName, ChangeSetName, NextToken });
    const page = await unlessGone(client.send(describe));
    if (!page) return null;
    all.push(...(page.Changes ?? []).flatMap(({ ResourceChange: it }) => (it ? toChange(it) : [])));
    NextToken = page.NextToken;
  } while (NextToken);
  return all;
}

function toChange(change: ResourceChange): PlannedChange[] {
  const { Action, LogicalResourceId: logicalId = '', ResourceType: type = '' } = change;
  if (Action === undefined || Action === 'SyncWithActual') return [];
  return [{ action: Action, logicalId, type, replacement: change.Replacement ?? 'False' }];
}

async function happenings(client: CloudFormationClient, StackName: string, since: string | null) {
  const newestFirst: StackHappening[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new DescribeStackEventsCommand({ StackName, NextToken }));
    for (const event of page.StackEvents ?? []) {
      if (event.EventId === since) return newestFirst.reverse();
      newestFirst.push(toHappening(event));
      if (since === null) return newestFirst;
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return newestFirst.reverse();
}

function toHappening(event: StackEvent): StackHappening {
  return {
    id: event.EventId ?? '',
    logicalId: event.LogicalResourceId ?? '',
    physicalId: event.PhysicalResourceId ?? '',
    type: event.ResourceType ?? '',
    status: event.ResourceStatus ?? '',
    reason: event.ResourceStatusReason ?? null,
  };
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChangeSetNotFoundException || isUnknownStack(error)) return null;
    throw error;
  }
}
