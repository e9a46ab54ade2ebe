import {
  CloudFormationClient,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  type StackEvent as DescribedEvent,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { nullIfUnknown, readChangeSet } from './change-set.ts';
import { type ClientPlace, clientSettings } from './client.ts';

export interface StackState {
  /** `arn:aws:cloudformation:…`. A later stack of the same name gets another id. */
  id: string;
  status: string;
  reason: string;
  description: string;
  /** Whether termination protection is on: AWS then refuses to delete the stack. */
  terminationProtection: boolean;
  outputs: Record<string, string>;
}

export interface StackResource {
  logicalId: string;
  physicalId: string;
  type: string;
  status: string;
}

export interface StackEvent extends StackResource {
  id: string;
  reason: string | null;
}

/** The stacks of one account in one region. Each call throws what the SDK throws. */
export type Stacks = ReturnType<typeof cloudformationStacks>;

export function cloudformationStacks(times: CallTimes, place: ClientPlace = {}) {
  const client = new CloudFormationClient(clientSettings(times, place));
  return {
    /** Null if no stack has this name. Needs `cloudformation:DescribeStacks`. */
    find: async (StackName: string): Promise<StackState | null> => {
      const found = await nullIfUnknown(client.send(new DescribeStacksCommand({ StackName })));
      const stack = found?.Stacks?.[0];
      return stack ? toState(stack) : null;
    },
    /** Needs `cloudformation:ListStackResources`. */
    resources: (stack: string) => resources(client, stack),
    /** The template of the stack or of a change set; null if there is none. Needs `cloudformation:GetTemplate`. */
    template: async (StackName: string, ChangeSetName?: string): Promise<string | null> => {
      const get = new GetTemplateCommand({ StackName, ChangeSetName, TemplateStage: 'Original' });
      return (await nullIfUnknown(client.send(get)))?.TemplateBody ?? null;
    },
    changeSet: (stack: string, name: string) => readChangeSet(client, stack, name),
    execute: async (StackName: string, ChangeSetName: string): Promise<void> => {
      await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName }));
    },
    /** Succeeds if there is no such change set. */
    discard: async (StackName: string, ChangeSetName: string): Promise<void> => {
      await nullIfUnknown(client.send(new DeleteChangeSetCommand({ StackName, ChangeSetName })));
    },
    events: (stackId: string, since: string | null) => events(client, stackId, since),
    remove: async (StackName: string): Promise<void> => {
      await client.send(new DeleteStackCommand({ StackName }));
    },
  };
}

/** Null for a deleted stack, which CloudFormation still describes if the call names its ARN. */
function toState(stack: Stack): StackState | null {
  if (stack.StackStatus === 'DELETE_COMPLETE') return null;
  const outputs = (stack.Outputs ?? []).flatMap(({ OutputKey: name, OutputValue: value }) =>
    name && value ? [[name, value]] : [],
  );
  return {
    id: stack.StackId ?? '',
    status: stack.StackStatus ?? '',
    reason: stack.StackStatusReason ?? '',
    description: stack.Description ?? '',
    terminationProtection: stack.EnableTerminationProtection ?? false,
    outputs: Object.fromEntries(outputs),
  };
}

async function resources(client: CloudFormationClient, StackName: string) {
  const all: StackResource[] = [];
  for await (const page of paginateListStackResources({ client }, { StackName })) {
    for (const found of page.StackResourceSummaries ?? []) {
      if (found.ResourceStatus === 'DELETE_COMPLETE') continue;
      const { LogicalResourceId: logicalId = '', ResourceType: type = '' } = found;
      const physicalId = found.PhysicalResourceId ?? '';
      all.push({ logicalId, type, physicalId, status: found.ResourceStatus ?? '' });
    }
  }
  return all;
}

/** The events after the one with the id `since`, oldest first; without an id only the last event. */
async function events(client: CloudFormationClient, StackName: string, since: string | null) {
  const newestFirst: StackEvent[] = [];
  let NextToken: string | undefined;
  do {
    const describe = new DescribeStackEventsCommand({ StackName, NextToken });
    const page = await nullIfUnknown(client.send(describe));
    for (const event of page?.StackEvents ?? []) {
      if (event.EventId === since) return newestFirst.reverse();
      newestFirst.push(toEvent(event));
      if (since === null) return newestFirst;
    }
    NextToken = page?.NextToken;
  } while (NextToken);
  return newestFirst.reverse();
}

function toEvent(event: DescribedEvent): StackEvent {
  return {
    id: event.EventId ?? '',
    logicalId: event.LogicalResourceId ?? '',
    physicalId: event.PhysicalResourceId ?? '',
    type: event.ResourceType ?? '',
    status: event.ResourceStatus ?? '',
    reason: event.ResourceStatusReason ?? null,
  };
}
