import { styleText } from 'node:util';
import type { PlannedChange } from '../../aws/change-set.ts';
import { shortId, type TemplateResource } from '../../aws/stack-template.ts';
import { oneLine } from '../../terminal/result.ts';
import type { Widening } from './permissions.ts';

/** What a deployment would do. */
export type Plan = ReturnType<typeof planOf>;

interface Named {
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

type Before = ReadonlyMap<string, TemplateResource>;

const isReplaced = ({ action, replacement }: PlannedChange) =>
  action === 'Modify' && replacement === 'True';

/** Sorts the changes into a plan. `before`: the resources of the stack before the deployment. */
export function planOf(changes: readonly PlannedChange[], before: Before) {
  const of = (wanted: (change: PlannedChange) => boolean) =>
    changes.filter(wanted).map(({ logicalId, type }) => ({ logicalId, type }));
  const losses = changes.flatMap((change) => lossOf(change, before) ?? []);
  return {
    created: of(({ action }) => action === 'Add'),
    changed: of((change) => change.action === 'Modify' && !isReplaced(change)),
    /** CloudFormation creates a new resource and removes the old one. */
    replaced: of(isReplaced),
    removed: of(({ action }) => action === 'Remove'),
    /** Resources that AWS kept from an earlier stack of this name. CloudFormation imports them. */
    takenIn: of(({ action }) => action === 'Import'),
    /** Sentences about resources that hold data, or whose address others use. */
    consequences: [...losses, ...changes.flatMap((change) => consequenceOf(change, before) ?? [])],
    /** The consequences that separate the service from its data: --yes is not enough for them. */
    losses,
  };
}

/** The plan of a deployment that changes nothing. */
export const noPlan = planOf([], new Map());

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

/** If more resources than this change in one way, the text only counts them by type: a first deployment has a hundred. */
const mostNamed = 12;

/** What a deployment would do, for the person who must agree to it. */
export function planText(plan: Plan, widenings: readonly Widening[], isNew: boolean): string {
  const kinds: [string, readonly Named[]][] = [
    ['Created', plan.created],
    ['Imported', plan.takenIn],
    ['Changed', plan.changed],
    ['Replaced', plan.replaced],
    ['Removed', plan.removed],
  ];
  const changes = kinds.flatMap(([title, named]) => (named.length > 0 ? [list(title, named)] : []));
  const consequences = plan.consequences.map((sentence) => `  ${sentence}`);
  if (changes.length === 0) {
    return "Only the stack itself changes: its outputs, its description, its tags or its template's metadata";
  }
  return [
    ...changes,
    ...(consequences.length > 0 ? [block('Consequences', consequences)] : []),
    ...(widenings.length > 0 ? [isNew ? newPermissions(widenings) : wider(widenings)] : []),
  ].join('\n\n');
}

function list(title: string, named: readonly Named[]): string {
  const total = `${title}: ${named.length}`;
  if (named.length > mostNamed) return block(total, countsOf(named));
  return block(
    total,
    named.map(({ logicalId, type }) => `  ${shortId(logicalId)} (${type})`),
  );
}

/** `  8 × AWS::Lambda::Function` */
function countsOf(named: readonly Named[]): string[] {
  const counts = [...Map.groupBy(named, ({ type }) => type)];
  return counts
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([type, these]) => `  ${String(these.length).padStart(3)} × ${type}`);
}

function wider(widenings: readonly Widening[]): string {
  const lines = widenings.flatMap(({ who, what }) => [
    `  ${oneLine(who)}`,
    ...what.map((each) => `    + ${oneLine(each)}`),
  ]);
  return block('New permissions and access', lines);
}

/** In a new stack every permission is new: lists only the services that each role may use. */
function newPermissions(widenings: readonly Widening[]): string {
  const lines = widenings.map(
    ({ who, what }) => `  ${oneLine(who)}: ${summaryOf(what).join(', ')}`,
  );
  return block('Permissions and access', lines);
}

function summaryOf(what: readonly string[]): string[] {
  const actions = what.map((each) => each.split(' on ')[0] ?? each);
  const services = actions.map((action) => (action.includes(':') ? action.split(':')[0] : action));
  return [...new Set(services.map(String))].sort();
}

const block = (title: string, lines: readonly string[]) =>
  [styleText('bold', title), ...lines].join('\n');
