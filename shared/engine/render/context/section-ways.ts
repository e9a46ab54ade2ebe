import type { ReadTag } from '../syntax/check-sections.ts';

/** The numbers of the tags at which a rendering may continue after a section's tag. */
export type Ways = {
  readonly ahead: readonly number[];
  /** Ways that print the text before the tag `over`, then continue at `to`. */
  readonly beside: readonly { readonly over: number; readonly to: number }[];
};

export type SectionWays = { from(index: number): Ways };

/** The ways through balanced sections. Of `{{#a}}…{{/a}}{{^a}}…{{/a}}` a rendering enters exactly one. */
export function sectionWays(source: string, tags: readonly ReadTag[]): SectionWays {
  const partners = findPartners(tags);
  const others = findChoices(source, tags, partners);
  const isLoop = (open: number) => isSection(tags[open]) && tags[open]?.sigil === '#';
  return {
    from(index) {
      const partner = partners[index] ?? index;
      const isOpening = partner > index;
      const close = isOpening ? partner : index;
      const other = others.get(close);
      const entered = isOpening ? [index + 1] : isLoop(partner) ? [partner + 1] : [];
      if (other === undefined) return { ahead: [...entered, close + 1], beside: [] };
      const behind = isOpening ? other : (partners[other] ?? other);
      return { ahead: entered, beside: [{ over: other, to: behind + 1 }] };
    },
  };
}

function findPartners(tags: readonly ReadTag[]): number[] {
  const partners: number[] = [];
  const open: number[] = [];
  for (const [index, tag] of tags.entries()) {
    if (isSection(tag)) open.push(index);
    if ('problem' in tag.reading || tag.reading.kind !== 'close') continue;
    const start = open.pop() ?? index;
    partners[start] = index;
    partners[index] = start;
  }
  return partners;
}

/** Maps a section's close to the opening tag after it, if a rendering enters exactly one of the two. */
function findChoices(source: string, tags: readonly ReadTag[], partners: readonly number[]) {
  const choices = new Map<number, number>();
  const second = new Set<number>();
  for (const [index, tag] of tags.entries()) {
    if (!isSection(tag) || second.has(index)) continue;
    const close = partners[index] ?? index;
    const other = tags[close + 1];
    const end = tags[close]?.end ?? 0;
    if (!other || !isOpposite(tag, other) || source.slice(end, other.start).trim() !== '') continue;
    choices.set(close, close + 1);
    second.add(close + 1);
  }
  return choices;
}

function isSection(tag: ReadTag | undefined): boolean {
  return tag !== undefined && 'kind' in tag.reading && tag.reading.kind === 'section';
}

function isOpposite({ reading: one }: ReadTag, { reading: other }: ReadTag): boolean {
  if (!('kind' in one && 'kind' in other)) return false;
  if (one.kind !== 'section' || other.kind !== 'section') return false;
  return one.name === other.name && one.isInverted !== other.isInverted;
}
