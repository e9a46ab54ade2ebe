import { maxHtmlStates } from '../../limits.ts';
import type { Guard } from '../program/program.ts';
import type { ReadTag } from '../syntax/check-sections.ts';
import type { PlaceholderTag } from '../syntax/piece.ts';
import type { ValueCallbacks } from './attribute-value.ts';
import { HtmlReader, type Reading } from './html-reader.ts';
import { type HtmlState, keyOf, outermost } from './html-state.ts';
import { problemOfHostPart } from './judge-address.ts';
import { judgePlace, stateBeforeDefault, statesAfter } from './judge-place.ts';
import { type SectionWays, sectionWays } from './section-ways.ts';

/** The guards that placeholders need at their places, and the problems, by offset in the source. */
export type Findings = {
  /** By the number of the tag. */
  readonly guards: ReadonlyMap<number, ReadonlySet<Guard>>;
  readonly problems: ReadonlyMap<number, string>;
};

/**
 * Finds the place of each placeholder in the HTML, on every way of a rendering through the sections: with them, without
 * them, and again for each item. All `tags` must be sound and balanced.
 *
 * Each text is read at most once for each state before it, but for the white space between two sections that exclude
 * each other. Tests count the readings with their own `read`.
 */
export function findGuards(
  source: string,
  tags: readonly ReadTag[],
  read: typeof readHtml = readHtml,
): Findings {
  const findings = { guards: new Map<number, Set<Guard>>(), problems: new Map<number, string>() };
  const ways = sectionWays(source, tags);
  const walk = (seesConditions: boolean) => {
    const readAs: ReadAs = (state, text, callbacks) =>
      read(state, { text, seesConditions, ...callbacks });
    new Walk(source, tags, ways, readAs, findings).all();
  };
  walk(false);
  // Only Outlook reads the content of its conditional comments as HTML.
  if (/<!--\[if\b/i.test(source)) walk(true);
  return findings;
}

/** Reads HTML as one kind of mail program does. */
type ReadAs = (
  state: HtmlState,
  text: string,
  callbacks: ValueCallbacks,
) => ReturnType<typeof readHtml>;

/** A place to continue from: the beginning of a text that ends at a tag, or at the end of the source. */
type Stop = { readonly before: number; readonly state: HtmlState };

class Walk {
  private readonly source: string;
  private readonly tags: readonly ReadTag[];
  private readonly ways: SectionWays;
  private readonly readAs: ReadAs;
  private readonly guards: Map<number, Set<Guard>>;
  private readonly problems: Map<number, string>;
  private readonly stops: Stop[] = [];
  /** For each tag: the states in which the text before it is read, and the states in which the tag is passed. */
  private readonly seen: Set<string>[] = [];
  private readonly passed: Set<string>[] = [];
  private isCutShort = false;

  constructor(
    source: string,
    tags: readonly ReadTag[],
    ways: SectionWays,
    readAs: ReadAs,
    { guards, problems }: { guards: Map<number, Set<Guard>>; problems: Map<number, string> },
  ) {
    this.source = source;
    this.tags = tags;
    this.ways = ways;
    this.readAs = readAs;
    this.guards = guards;
    this.problems = problems;
  }

  all(): void {
    this.goTo(0, outermost);
    for (let stop = this.stops.pop(); stop !== undefined; stop = this.stops.pop()) {
      for (const state of this.readText(stop.before, stop.state)) this.pass(stop.before, state);
    }
  }

  /** Passes the tag with this number, in a state that the text before it led to. */
  private pass(index: number, state: HtmlState): void {
    const tag = this.tags[index];
    if (tag === undefined || 'problem' in tag.reading) return;
    if (!this.isNew(this.passed, index, state)) return;
    const { reading } = tag;
    if (reading.kind === 'comment') this.goTo(index + 1, state);
    else if (reading.kind === 'value') this.passPlaceholder(index, state, reading);
    else {
      const { ahead, beside } = this.ways.from(index);
      for (const next of ahead) this.goTo(next, state);
      // The other section is entered exactly if this one is skipped.
      for (const { over, to } of beside) this.goToAll(to, this.readText(over, state));
    }
  }

  private passPlaceholder(index: number, state: HtmlState, tag: PlaceholderTag): void {
    const judgement = judgePlace(state, tag);
    if ('problem' in judgement) this.report(this.startOf(index), judgement.problem);
    else for (const guard of judgement.guards) this.guard(index, guard);
    this.goToAll(index + 1, statesAfter(state, index));
    if (!tag.default) return;
    const start = this.startOf(index);
    this.goToAll(index + 1, this.read(tag.default, stateBeforeDefault(state), start));
  }

  /** Guards placeholders whose values begin a host that the author's text continues. */
  private guardHostParts(indices: readonly number[]): void {
    for (const index of indices) {
      const reading = this.tags[index]?.reading;
      if (reading === undefined || 'problem' in reading || reading.kind !== 'value') continue;
      this.guard(index, 'hostPart');
      const problem = problemOfHostPart(reading);
      if (problem !== null) this.report(this.startOf(index), problem);
    }
  }

  private guard(index: number, guard: Guard): void {
    const guards = this.guards.get(index) ?? new Set();
    this.guards.set(index, guards.add(guard));
  }

  private goToAll(before: number, states: readonly HtmlState[]): void {
    for (const state of states) this.goTo(before, state);
  }

  private goTo(before: number, state: HtmlState): void {
    if (this.isNew(this.seen, before, state)) this.stops.push({ before, state });
  }

  /** Whether a state reaches a tag for the first time, and the tag has not reached the limit of states. */
  private isNew(seen: Set<string>[], index: number, state: HtmlState): boolean {
    const states = seen[index] ?? new Set();
    seen[index] = states;
    const key = keyOf(state);
    if (states.has(key)) return false;
    if (states.size < maxHtmlStates) states.add(key);
    else this.cutShort(this.startOf(index), tooManyStates);
    return states.has(key);
  }

  private cutShort(offset: number, problem: string): void {
    if (this.isCutShort) return;
    this.isCutShort = true;
    this.report(offset, problem);
  }

  /** The text before a tag. */
  private readText(before: number, state: HtmlState): readonly HtmlState[] {
    const start = this.tags[before - 1]?.end ?? 0;
    return this.read(this.source.slice(start, this.startOf(before)), state, start);
  }

  private read(text: string, state: HtmlState, offset: number): readonly HtmlState[] {
    const states = this.readAs(state, text, {
      onScheme: (colon) => this.report(offset + colon, schemeOfValue),
      onHost: (indices) => this.guardHostParts(indices),
    });
    if (states === null) this.cutShort(offset, tooManyReadings);
    return states ?? [];
  }

  private startOf(index: number): number {
    return this.tags[index]?.start ?? this.source.length;
  }

  private report(offset: number, problem: string): void {
    if (!this.problems.has(offset)) this.problems.set(offset, problem);
  }
}

const tooManyStates =
  'Too many sections decide how the HTML is read here: open and close each tag and each quote in the same section';

const tooManyReadings =
  'Mail programs may read the HTML from here on in too many ways: leave <title>, <style>, <script> and the like out of <svg>, <math> and <select>';

const schemeOfValue =
  'This colon turns the value of a variable into a scheme: write the scheme itself, as in https://{{host}}';

/** Different states within one text: ordinary SVG has two or three. Each reads the rest of the text once more. */
const maxPositions = 8;

/** The offset at which a reader continues, and its state there. */
type ReaderPosition = { readonly at: number; readonly state: HtmlState };

/**
 * Reads HTML from a state, and returns each state that a mail program may be in after it; null if there are more than
 * `maxPositions`. Mostly it is one. In SVG and MathML `<title>` and the like hold tags, unless another tag has ended
 * the SVG, which only a whole parser knows: both readings are made, together, and equal states merged.
 */
export function readHtml(state: HtmlState, reading: Reading): readonly HtmlState[] | null {
  const ends = new Map<string, HtmlState>();
  const positions: ReaderPosition[] = [{ at: 0, state }];
  for (
    let position = takeHindmost(positions);
    position !== undefined;
    position = takeHindmost(positions)
  ) {
    const reader = new HtmlReader(position.state, position.at, reading);
    for (const next of reader.read(positions.length > 0)) {
      if (reader.at >= reading.text.length) ends.set(keyOf(next), next);
      else add(positions, { at: reader.at, state: next });
    }
    if (positions.length + ends.size > maxPositions) return null;
  }
  return [...ends.values()];
}

function takeHindmost(positions: ReaderPosition[]): ReaderPosition | undefined {
  let hindmost = 0;
  for (const [index, { at }] of positions.entries()) {
    if (at < (positions[hindmost]?.at ?? 0)) hindmost = index;
  }
  return positions.splice(hindmost, 1)[0];
}

function add(positions: ReaderPosition[], position: ReaderPosition): void {
  const key = keyOf(position.state);
  if (!positions.some(({ at, state }) => at === position.at && keyOf(state) === key))
    positions.push(position);
}
