import type { PlannedChange } from '../../aws/change-set.ts';
import { shortId, type TemplateResource } from './stack-template.ts';

/** What a deployment would do, sorted by how much it concerns the person who says yes to it. */
export interface Plan {
  created: Named[];
  changed: Named[];
  /** Becomes another resource: the one that is there goes. */
  replaced: Named[];
  removed: Named[];
  /** Kept from an earlier stack of this name, and taken in again. */
  takenIn: Named[];
  /** Outputs of the stack that come, change or go. */
  outputs: OutputChange[];
  /** Each a sentence about something that holds data, or that others know by its address. */
  consequences: string[];
  /** Those of them that part the service from its data: they need more than a yes. */
  losses: string[];
}

/** `before` or `after` is null where the output is new, or goes. Values as the template writes them. */
export interface OutputChange {
  name: string;
  before: string | null;
  after: string | null;
}

export interface Named {
  logicalId: string;
  type: string;
}

/** What another deployment does not bring back. */
const dataTypes: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'table',
  'AWS::DynamoDB::Table': 'table',
  'AWS::Cognito::UserPool': 'user pool',
};

/** What is lost with other resources that are replaced or removed. */
const otherConsequences: Readonly<Record<string, (name: string) => string>> = {
  'AWS::ApiGateway::RestApi': (name) => `${name}: the address of this API changes`,
  'AWS::CloudFront::Distribution': (name) => `${name}: the dashboard's address changes`,
  'AWS::SES::EmailIdentity': (name) => `${name}: SES has to verify the sender anew`,
  'AWS::Logs::LogGroup': (name) => `${name}: the logs so far are deleted`,
  'AWS::SQS::Queue': (name) => `${name}: the dead letters so far are deleted`,
};

type Outputs = ReadonlyMap<string, string>;

const none: Outputs = new Map();

/** Sorts the changes. `before` are the resources of the stack as it is deployed. */
export function planOf(
  changes: readonly PlannedChange[],
  before: ReadonlyMap<string, TemplateResource>,
  outputs: { before: Outputs; after: Outputs } = { before: none, after: none },
): Plan {
  const of = (wanted: (change: PlannedChange) => boolean) =>
    changes.filter(wanted).map(({ logicalId, type }) => ({ logicalId, type }));
  const replaces = ({ action, replacement }: PlannedChange) =>
    action === 'Modify' && replacement === 'True';
  const losses = changes.flatMap((change) => lossOf(change, before) ?? []);
  return {
    created: of(({ action }) => action === 'Add'),
    changed: of((change) => change.action === 'Modify' && !replaces(change)),
    replaced: of(replaces),
    removed: of(({ action }) => action === 'Remove'),
    takenIn: of(({ action }) => action === 'Import'),
    outputs: outputChanges(outputs.before, outputs.after),
    consequences: [...losses, ...changes.flatMap((change) => consequenceOf(change, before) ?? [])],
    losses,
  };
}

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

type Before = ReadonlyMap<string, TemplateResource>;

function lossOf({ action, logicalId, type, replacement }: PlannedChange, before: Before) {
  const kind = dataTypes[type];
  if (!kind) return undefined;
  const there = before.get(logicalId);
  const name = shortId(logicalId);
  if (action === 'Modify' && replacement === 'True') {
    const old = there?.keptWhenReplaced ? 'is kept, but no function reads it' : 'is deleted';
    return `${name}: a new, empty ${kind} takes the place of the one in use, which ${old}`;
  }
  if (action === 'Remove' && !there?.keptWhenRemoved) {
    return `${name}: the ${kind} is deleted with everything in it`;
  }
  return undefined;
}

function consequenceOf(change: PlannedChange, before: Before): string | undefined {
  const { action, logicalId, type, replacement } = change;
  const name = shortId(logicalId);
  const gone = action === 'Remove' || (action === 'Modify' && replacement === 'True');
  const kept = before.get(logicalId)?.keptWhenRemoved;
  if (dataTypes[type]) {
    if (action === 'Remove' && kept)
      return `${name}: the ${dataTypes[type]} is kept, and leaves the stack`;
    if (replacement !== 'Conditional' || action !== 'Modify') return undefined;
    return `${name}: AWS may put a new, empty ${dataTypes[type]} in the place of the one in use`;
  }
  return gone && !(action === 'Remove' && kept) ? otherConsequences[type]?.(name) : undefined;
}
