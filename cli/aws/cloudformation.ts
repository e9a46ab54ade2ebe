import {
  CloudFormationClient,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  type Stack,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import { type ChangeSet, readChangeSet, unlessGone } from './change-set.ts';

/** A stack as it is now. */
export interface StackState {
  /** `arn:aws:cloudformation:…`, which no later stack of the same name has. */
  id: string;
  /** CloudFormation's own word: `UPDATE_COMPLETE` and so on. */
  status: string;
  /** What its template calls itself; empty where it does not. */
  description: string;
  /** Whether AWS refuses to delete it until somebody switches that off. */
  terminationProtection: boolean;
}

export interface StackResource {
  logicalId: string;
  /** The name or the id that AWS knows it by. */
  physicalId: string;
  type: string;
  /** CloudFormation's own word: `CREATE_COMPLETE`, `DELETE_FAILED` and so on. */
  status: string;
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
  changeSet(stack: string, name: string): Promise<ChangeSet | null>;
  execute(stack: string, changeSet: string): Promise<void>;
  /** Drops a change set; one that is not there is fine. */
  discard(stack: string, changeSet: string): Promise<void>;
  /** What happened since the event of this id, oldest first; without an id the last one alone; of a stack that is gone nothing. */
  happenings(stackId: string, since: string | null): Promise<StackHappening[]>;
  /** Begins the removal. `leave`: logical ids that CloudFormation passes over, which it takes of a stack that is DELETE_FAILED alone. */
  remove(stack: string, leave?: readonly string[]): Promise<void>;
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
    changeSet: (stack, name) => readChangeSet(client, stack, name),
    execute: async (StackName, ChangeSetName) => {
      await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName }));
    },
    discard: async (StackName, ChangeSetName) => {
      await unlessGone(client.send(new DeleteChangeSetCommand({ StackName, ChangeSetName })));
    },
    happenings: (stackId, since) => happenings(client, stackId, since),
    remove: async (StackName, leave = []) => {
      const retained = leave.length > 0 && { RetainResources: [...leave] };
      await client.send(new DeleteStackCommand({ StackName, ...retained }));
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
function toState(stack: Stack): StackState | null {
  if (stack.StackStatus === 'DELETE_COMPLETE') return null;
  return {
    id: stack.StackId ?? '',
    status: stack.StackStatus ?? '',
    description: stack.Description ?? '',
    terminationProtection: stack.EnableTerminationProtection ?? false,
  };
}

async function resources(client: CloudFormationClient, StackName: string) {
  const all: StackResource[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(new ListStackResourcesCommand({ StackName, NextToken }));
    for (const found of page.StackResourceSummaries ?? []) {
      if (found.ResourceStatus === 'DELETE_COMPLETE') continue;
      const { LogicalResourceId: logicalId = '', ResourceType: type = '' } = found;
      const physicalId = found.PhysicalResourceId ?? '';
      all.push({ logicalId, type, physicalId, status: found.ResourceStatus ?? '' });
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

async function happenings(client: CloudFormationClient, StackName: string, since: string | null) {
  const newestFirst: StackHappening[] = [];
  let NextToken: string | undefined;
  do {
    const page = await unlessGone(
      client.send(new DescribeStackEventsCommand({ StackName, NextToken })),
    );
    if (!page) break;
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
