import { styleText } from 'node:util';
import type { StackResource, Stacks } from '../../aws/cloudformation.ts';
import type { KeptResources } from '../../aws/kept-resources.ts';
import { templateResources } from '../../aws/stack-template.ts';
import type { Result } from '../../terminal/result.ts';
import type { AwsPlace } from './preflight.ts';

export interface Leftover {
  kind: 'table' | 'user pool' | 'other';
  type: string;
  /** The table's name, the pool's id, or the physical id of another resource. */
  name: string;
  /** Items of a table, users of a pool, as AWS last counted them; null if AWS does not count. */
  size: number | null;
}

/** `removed`: the resources that are removed with a stack. `kept`: those that AWS keeps. */
export interface RemovalPlan {
  removed: StackResource[];
  kept: Leftover[];
  /** How many scheduled messages have not been sent yet; null if unknown. */
  scheduled: number | null;
}

export interface Destroyed {
  stack: string;
  place: AwsPlace;
  removed: number;
  /** What AWS still has. `deleted`: the tables and pools that destroy deleted. */
  kept: Leftover[];
  deleted: Leftover[];
}

const kinds: Readonly<Record<string, Leftover['kind']>> = {
  'AWS::DynamoDB::GlobalTable': 'table',
  'AWS::Cognito::UserPool': 'user pool',
};

/** `kept` also has what earlier stacks of this name left. */
export async function removalPlanOf(
  stack: string,
  stacks: Stacks,
  resources: KeptResources,
): Promise<Pick<RemovalPlan, 'removed' | 'kept'>> {
  const template = templateResources(await stacks.template(stack));
  const all = (await stacks.resources(stack)).filter(({ physicalId }) => physicalId !== '');
  const isKept = ({ logicalId }: StackResource) =>
    template.get(logicalId)?.keptWhenRemoved ?? false;
  const own = all.filter(isKept).map(({ type, physicalId: name }) => {
    return counted(resources, { kind: kinds[type] ?? 'other', type, name });
  });
  const ofStack = (await Promise.all(own)).filter(isThere);
  const known = new Set(all.map(({ physicalId }) => physicalId));
  const earlier = (await leftBehind(stack, resources)).filter(({ name }) => !known.has(name));
  return {
    removed: all.filter((resource) => !isKept(resource)),
    kept: [...ofStack, ...earlier],
  };
}

/** The tables and user pools that earlier stacks of this name left. It finds both by their names. */
export async function leftBehind(stack: string, kept: KeptResources): Promise<Leftover[]> {
  const tables = ['Keys', 'Accounts', 'Templates', 'Messages', 'Users', 'Trail'].map((table) =>
    counted(kept, {
      kind: 'table',
      type: 'AWS::DynamoDB::GlobalTable',
      name: `${stack}-${table}`,
    }),
  );
  const pools = (await kept.poolsNamed(stack)).map((name) =>
    counted(kept, { kind: 'user pool', type: 'AWS::Cognito::UserPool', name }),
  );
  return (await Promise.all([...tables, ...pools])).filter(isThere);
}

async function counted(
  kept: KeptResources,
  leftover: Omit<Leftover, 'size'>,
): Promise<Leftover | null> {
  const { kind, name } = leftover;
  if (kind === 'other') return { ...leftover, size: null };
  const size = await (kind === 'table' ? kept.tableItems(name) : kept.poolUsers(name));
  return size === null ? null : { ...leftover, size };
}

const isThere = (leftover: Leftover | null): leftover is Leftover => leftover !== null;

/** Tells a person what `destroy` will remove, delete and keep, before the person confirms it. */
export function removalPlanText(
  stack: string,
  { region, account }: AwsPlace,
  { removed, kept, scheduled }: RemovalPlan,
  deleteData: boolean,
): string {
  const isDeleted = ({ kind }: Leftover) => deleteData && kind !== 'other';
  return [
    `${stack} in ${region} of account ${account}`,
    ...(removed.length > 0
      ? [
          `${styleText('bold', 'Removed')}: ${removed.length} resources: the API, its functions, their logs, the dashboard`,
        ]
      : []),
    ...leftoverList('Deleted permanently', kept.filter(isDeleted)),
    ...leftoverList(
      'Kept',
      kept.filter((leftover) => !isDeleted(leftover)),
    ),
    ...(scheduled === 0 ? [] : [scheduledText(scheduled, deleteData)]),
  ].join('\n\n');
}

function scheduledText(scheduled: number | null, deleteData: boolean): string {
  const then = deleteData
    ? 'They will be deleted, and never sent.'
    : 'They will not be sent until a stack of this name is deployed again. It then sends what is overdue.';
  return `Scheduled messages: ${scheduled ?? 'an unknown number'}. ${then}`;
}

function leftoverList(title: string, leftovers: readonly Leftover[]): string[] {
  if (leftovers.length === 0) return [];
  const lines = leftovers.map(({ kind, type, name, size }) => {
    const of = kind === 'table' ? 'items' : 'users';
    return `  ${name} (${kind === 'other' ? type : `${kind}, about ${size} ${of}`})`;
  });
  return [[styleText('bold', title), ...lines].join('\n')];
}

export function destroyedResult({ stack, place, removed, kept, deleted }: Destroyed): Result {
  const [still] = leftoverList('Still in AWS', kept);
  const again = `A deployment with the name ${stack} imports the tables again; destroy --delete-data deletes them.`;
  const text = [
    `${stack} is removed from ${place.region}.`,
    ...(still ? [still] : []),
    ...(still && deleted.length === 0 ? [again] : []),
  ];
  return {
    json: { stack, region: place.region, awsAccount: place.account, removed, kept, deleted },
    text: text.join('\n\n'),
  };
}
