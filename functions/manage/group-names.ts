import { pauseNow } from '../../shared/adapters/tables/pause-item.ts';
import { readHead } from '../../shared/adapters/tables/templates-table.ts';
import { listKeys } from '../../shared/manage/keys.ts';
import type { RecentParts } from '../../shared/manage/messages/breakdown.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import { type Tally as TallyList, tallied } from '../../shared/message/day-groups.ts';
import type { Grouping, GroupRow, Part, Recent, Tally } from './contracts/overview.ts';
import type { DashboardPorts } from './ports.ts';
import { shownPause } from './route.ts';

export type GroupName = Pick<GroupRow, 'name' | 'paused' | 'isPausable'>;

const noName: GroupName = { name: '', paused: null, isPausable: false };

/** The names and pauses of the groups with these ids. */
export async function groupNames(
  ports: DashboardPorts['manage'],
  accountId: string,
  by: Grouping,
  ids: readonly string[],
): Promise<(id: string) => GroupName> {
  const named = by === 'template' ? templateNames : by === 'key' ? keyNames : async () => [];
  const names = new Map(await named(ports, accountId, ids));
  return (id) => names.get(id) ?? noName;
}

type Names = Promise<(readonly [string, GroupName])[]>;

const templateNames = (
  { templates }: DashboardPorts['manage'],
  accountId: string,
  ids: readonly string[],
): Names =>
  inParallel(ids, async (id) => {
    const head = await readHead(templates, accountId, id);
    const paused = shownPause(pauseNow(head?.pauses));
    return [id, { name: head?.name ?? '', paused, isPausable: head !== null }] as const;
  });

async function keyNames(ports: DashboardPorts['manage'], accountId: string): Names {
  const keys = await listKeys(ports, accountId);
  return keys.map(({ keyId, name, status, paused }) => {
    return [keyId, { name, paused: shownPause(paused), isPausable: status === 'active' }] as const;
  });
}

export async function shownRecent(
  ports: DashboardPorts['manage'],
  accountId: string,
  { since, tally, largest }: RecentParts,
): Promise<Recent> {
  const found = [largest.bounced, largest.complained];
  const ids = [...new Set(found.flatMap((part) => part?.templateId ?? []))];
  const nameOf = await groupNames(ports, accountId, 'template', ids);
  const [bounced = null, complained = null] = found.map((part): Part | null => {
    if (part === null) return null;
    const { name: templateName, paused } = nameOf(part.templateId);
    return { ...part, templateName, paused };
  });
  return { since, tally: shownTally(tally), bounced, complained };
}

export const shownTally = (counts: TallyList) =>
  Object.fromEntries(tallied.map((name, at) => [name, counts[at] ?? 0])) as Tally;
