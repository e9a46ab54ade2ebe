import type { PlannedChange } from '../../aws/change-set.ts';
import { shortId, type TemplateResource } from '../../aws/stack-template.ts';

/** What a deployment would do. */
export interface Plan {
  created: Named[];
  changed: Named[];
  /** CloudFormation creates a new resource and removes the old one. */
  replaced: Named[];
  removed: Named[];
  /** Resources that AWS kept from an earlier stack of this name. CloudFormation imports them. */
  takenIn: Named[];
  /** Outputs of the stack that are added, changed or removed. */
  outputs: OutputChange[];
  /** Sentences about resources that hold data, or whose address others use. */
  consequences: string[];
  /** The consequences that separate the service from its data: --yes is not enough for them. */
  losses: string[];
}

/** `before` is null for a new output, `after` for a removed one. Values as the template writes them. */
export interface OutputChange {
  name: string;
  before: string | null;
  after: string | null;
}

export interface Named {
  logicalId: string;
  type: string;
}

/** Resources whose content another deployment does not restore. */
const dataTypes: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'table',
  'AWS::DynamoDB::Table': 'table',
  'AWS::Cognito::UserPool': 'user pool',
};

/** The consequence of replacing or removing a resource of another type. */
const otherConsequences: Readonly<Record<string, (name: string) => string>> = {
  'AWS::ApiGateway::RestApi': (name) => `${name}: the address of this API changes`,
  'AWS::CloudFront::Distribution': (name) => `${name}: the dashboard's address changes`,
  'AWS::SES::EmailIdentity': (name) => `${name}: SES must verify the sender again`,
  'AWS::Logs::LogGroup': (name) => `${name}: the logs so far are deleted`,
  'AWS::SQS::Queue': (name) => `${name}: the messages in this queue are deleted`,
};

type Outputs = ReadonlyMap<string, string>;
type Before = ReadonlyMap<string, TemplateResource>;

const none: Outputs = new Map();

const isReplaced = ({ action, replacement }: PlannedChange) =>
  action === 'Modify' && replacement === 'True';

/** Sorts the changes into a plan. `before`: the resources of the stack before the deployment. */
export function planOf(
  changes: readonly PlannedChange[],
  before: Before,
  outputs: { before: Outputs; after: Outputs } = { before: none, after: none },
): Plan {
  const of = (wanted: (change: PlannedChange) => boolean) =>
    changes.filter(wanted).map(({ logicalId, type }) => ({ logicalId, type }));
  const losses = changes.flatMap((change) => lossOf(change, before) ?? []);
  return {
    created: of(({ action }) => action === 'Add'),
    changed: of((change) => change.action === 'Modify' && !isReplaced(change)),
    replaced: of(isReplaced),
    removed: of(({ action }) => action === 'Remove'),
    takenIn: of(({ action }) => action === 'Import'),
    outputs: outputChanges(outputs.before, outputs.after),
    consequences: [...losses, ...changes.flatMap((change) => consequenceOf(change, before) ?? [])],
    losses,
  };
}

/** The plan of a deployment that changes nothing. */
export const noPlan = planOf([], new Map());

function outputChanges(before: Outputs, after: Outputs): OutputChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({
      name,
      before: before.get(name) ?? null,
      after: after.get(name) ?? null,
    }))
    .filter(({ before, after }) => before !== after);
}

function lossOf(change: PlannedChange, before: Before): string | undefined {
  const { action, logicalId, type } = change;
  const kind = dataTypes[type];
  if (!kind) return undefined;
  const there = before.get(logicalId);
  const name = shortId(logicalId);
  if (isReplaced(change)) {
    const old = there?.keptWhenReplaced ? 'is kept, but no function uses it' : 'is deleted';
    return `${name}: a new, empty ${kind} replaces the one in use, which ${old}`;
  }
  if (action === 'Remove' && !there?.keptWhenRemoved) {
    return `${name}: the ${kind} is deleted with everything in it`;
  }
  return undefined;
}

function consequenceOf(change: PlannedChange, before: Before): string | undefined {
  const { action, logicalId, type, replacement } = change;
  const name = shortId(logicalId);
  const kind = dataTypes[type];
  if (action === 'Import' && type === 'AWS::SES::EmailIdentity') {
    return `${name}: SES has this identity already, and it will belong to the stack. Unless only postrider uses it, answer no, and mark it as "existing" under "identities" in the settings`;
  }
  const isKept = action === 'Remove' && before.get(logicalId)?.keptWhenRemoved;
  if (!kind) {
    const isGone = (action === 'Remove' && !isKept) || isReplaced(change);
    return isGone ? otherConsequences[type]?.(name) : undefined;
  }
  if (isKept) return `${name}: the ${kind} is kept, but no longer belongs to the stack`;
  return action === 'Modify' && replacement === 'Conditional'
    ? `${name}: AWS may replace the ${kind} in use by a new, empty one`
    : undefined;
}
