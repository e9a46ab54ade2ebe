import { styleText } from 'node:util';
import { shortId } from '../../aws/stack-template.ts';
import { oneLine } from '../../terminal/result.ts';
import type { Named, OutputChange, Plan } from './changes.ts';
import type { Widening } from './permissions.ts';

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
  // In a new stack every output is new.
  const outputs = isNew ? [] : plan.outputs.map(outputLine);
  if (changes.length === 0 && outputs.length === 0) {
    return "Only the stack itself changes: its description, its tags or its template's metadata";
  }
  return [
    ...changes,
    ...(outputs.length > 0 ? [block('Outputs', outputs)] : []),
    ...(consequences.length > 0 ? [block('Consequences', consequences)] : []),
    ...(widenings.length > 0 ? [isNew ? newPermissions(widenings) : wider(widenings)] : []),
  ].join('\n\n');
}

function outputLine({ name, before, after }: OutputChange): string {
  if (before === null) return `  ${name}: new`;
  if (after === null) return `  ${name}: removed`;
  return oneLine(`  ${name}: ${before}, now ${after}`);
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

/**
 * For a new stack, lists only the services that each role may use: every permission is new, and that is
 * enough to decide.
 */
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
