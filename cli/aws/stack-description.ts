import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import { isUnknownStack } from './stack-outputs.ts';

/** A CloudFormation stack as it stands. */
export interface StackDescription {
  /** CloudFormation's word: UPDATE_COMPLETE, ROLLBACK_COMPLETE … */
  status: string;
  /** Why it is in that state, where CloudFormation says so. */
  reason: string;
  outputs: Record<string, string>;
}

export interface StackResource {
  logicalId: string;
  type: string;
  physicalId: string;
}

/** One stack in one region. Every call throws what the SDK throws. */
export interface StackReader {
  /** Null where there is no such stack. Needs `cloudformation:DescribeStacks`. */
  describe: () => Promise<StackDescription | null>;
  /** Needs `cloudformation:ListStackResources`. */
  resources: () => Promise<StackResource[]>;
  /** The template that was deployed, as text. Needs `cloudformation:GetTemplate`. */
  template: () => Promise<string>;
  close: () => void;
}

export function stackReader(
  times: CallTimes,
  { stack, region }: { stack: string; region?: string | undefined },
): StackReader {
  const client = new CloudFormationClient({ ...(region && { region }), ...callTimes(times) });
  const asked = { StackName: stack };
  return {
    describe: () => describe(client, stack),
    resources: async () => {
      const found: StackResource[] = [];
      for await (const page of paginateListStackResources({ client }, asked)) {
        for (const each of page.StackResourceSummaries ?? []) {
          const { LogicalResourceId: logicalId, ResourceType: type } = each;
          const physicalId = each.PhysicalResourceId ?? '';
          if (logicalId && type) found.push({ logicalId, type, physicalId });
        }
      }
      return found;
    },
    template: async () => (await client.send(new GetTemplateCommand(asked))).TemplateBody ?? '',
    close: () => client.destroy(),
  };
}

/** Those of these regions that have the stack; one that does not tell counts as one that has not. */
export async function regionsWithStack(
  times: CallTimes,
  { stack, regions }: { stack: string; regions: readonly string[] },
): Promise<string[]> {
  const found = await Promise.all(
    regions.map(async (region) => {
      const client = new CloudFormationClient({ region, ...callTimes({ ...times, attempts: 1 }) });
      try {
        return (await describe(client, stack)) !== null;
      } catch {
        return false;
      } finally {
        client.destroy();
      }
    }),
  );
  return regions.filter((_, at) => found[at]);
}

async function describe(
  client: CloudFormationClient,
  stack: string,
): Promise<StackDescription | null> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const [found] = Stacks ?? [];
    if (!found) return null;
    const outputs = (found.Outputs ?? []).flatMap(({ OutputKey: name, OutputValue: value }) =>
      name && value ? [[name, value]] : [],
    );
    return {
      status: found.StackStatus ?? '',
      reason: found.StackStatusReason ?? '',
      outputs: Object.fromEntries(outputs),
    };
  } catch (error) {
    if (isUnknownStack(error)) return null;
    throw error;
  }
}
