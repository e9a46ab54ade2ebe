import type { Program } from '../../engine/render/program/program.ts';
import type { Findings, UsedValue } from './used-value.ts';

export interface Around {
  /** As written. */
  name: string;
  /** The value in which the first part of its name is looked up. */
  owner: UsedValue;
  /** The values that its name leads to, from the outermost to its own. */
  values: readonly UsedValue[];
  /** Whether names in the section may be those of its items. */
  hasItems: boolean;
}

export class Scopes {
  private readonly root: UsedValue;
  /** The names of the sections around each use of a name. */
  private readonly uses = new Map<string, (readonly string[])[]>();
  private readonly printed = new Set<string>();
  private readonly found: Findings;

  constructor(root: UsedValue, programs: readonly Program[], found: Findings) {
    this.root = root;
    this.found = found;
    for (const program of programs) this.collect(program, [0, program.length], []);
  }

  isPrinted(name: string): boolean {
    return this.printed.has(name);
  }

  /** The value that has a name, or the first part of a dotted name. */
  ownerOf(name: string, arounds: readonly Around[]): UsedValue {
    const first = firstOf(name);
    for (let depth = arounds.length - 1; depth >= 0; depth--) {
      const item = arounds[depth]?.hasItems ? arounds[depth]?.values.at(-1) : undefined;
      if (item === undefined) continue;
      // A name is the item's own everywhere, or nowhere.
      item.owns.set(
        first,
        item.owns.get(first) ??
          (this.found.owns(item, first) || this.decide(item, first, depth, arounds)),
      );
      if (item.owns.get(first)) return item;
    }
    return this.root;
  }

  /** Whether a value must exist because a section around has been entered with it. */
  isGuaranteed(value: UsedValue, arounds: readonly Around[]): boolean {
    return arounds.some(({ values, owner }, depth) => {
      const isOtherItem = arounds.slice(depth + 1).some((inner) => inner.values.at(-1) === owner);
      return values.includes(value) && !isOtherItem;
    });
  }

  private decide(
    item: UsedValue,
    first: string,
    depth: number,
    arounds: readonly Around[],
  ): boolean {
    const same = arounds.findLast(({ name }) => firstOf(name) === first);
    if (same !== undefined) return same.owner === item;
    const hasSample = (value: UsedValue) =>
      value.sampleItems().some((sample) => Object.hasOwn(sample, first));
    if (hasSample(item)) return true;
    const outer = arounds.slice(0, depth);
    if ([this.root, ...outer.flatMap(({ values }) => values.slice(-1))].some(hasSample))
      return false;
    return !this.isUsedOutside(
      first,
      outer.map(({ name }) => name),
    );
  }

  /** Whether a name is also used outside the innermost of these sections, inside only the outer ones. */
  private isUsedOutside(first: string, sections: readonly string[]): boolean {
    const uses = this.uses.get(first) ?? [];
    return uses.some(
      (within) =>
        within.length <= sections.length && within.every((name, at) => name === sections[at]),
    );
  }

  private collect(
    program: Program,
    [start, end]: [number, number],
    within: readonly string[],
  ): void {
    for (let at = start; at < end; at++) {
      const step = program[at];
      if (typeof step !== 'object' || !('name' in step)) continue;
      const first = firstOf(step.name);
      const uses = this.uses.get(first) ?? [];
      this.uses.set(first, uses);
      // Once for each list of sections: a name can be used thousands of times in one.
      if (uses.at(-1) !== within) uses.push(within);
      if (step.kind !== 'section') {
        this.printed.add(step.name);
        continue;
      }
      const isEntered = !step.isInverted && step.name !== '.';
      this.collect(program, [at + 1, step.end], isEntered ? [...within, step.name] : within);
      at = step.end;
    }
  }
}

function firstOf(name: string): string {
  const [first = name] = name.split('.');
  return first;
}
