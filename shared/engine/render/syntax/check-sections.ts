import { maxSectionDepth } from '../../limits.ts';
import { excerpt } from './excerpt.ts';
import type { SourceTag } from './find-tags.ts';
import type { ProblemList } from './problem-list.ts';
import type { TagReading } from './read-tag.ts';

/** A tag and what it says; the place in the HTML adds the guards of a placeholder. */
export type ReadTag = SourceTag & { reading: TagReading };

/** A section that is open; its name is null if the tag itself was refused. */
type OpenSection = { readonly tag: SourceTag; readonly name: string | null };

/** Reports every section that is not closed, not open, or too deep. */
export function checkSections(tags: readonly ReadTag[], problems: ProblemList): void {
  const sections = new OpenSections(problems);
  for (const tag of tags) {
    if (tag.sigil === '#' || tag.sigil === '^') sections.open(tag);
    else if (tag.sigil === '/') sections.close(tag);
  }
  sections.end();
}

class OpenSections {
  private readonly problems: ProblemList;
  private readonly stack: OpenSection[] = [];
  /** How many open sections have each name, so that `close` does not have to search the stack. */
  private readonly counts = new Map<string | null, number>();
  private tooDeep = false;

  constructor(problems: ProblemList) {
    this.problems = problems;
  }

  open(tag: ReadTag): void {
    const name = nameOf(tag);
    this.stack.push({ tag, name });
    this.count(name, 1);
    if (this.stack.length <= maxSectionDepth || this.tooDeep) return;
    this.tooDeep = true;
    this.problems.add(
      tag.start,
      'sections-too-deep',
      `Sections nest deeper than ${maxSectionDepth} here: close some of them before`,
    );
  }

  close(tag: ReadTag): void {
    const name = nameOf(tag);
    const innermost = this.stack.at(-1);
    // One of the two tags was already reported, so this tag closes the section whatever its name.
    if (innermost !== undefined && (innermost.name === null || name === null)) this.pop();
    else if (this.counts.get(name)) this.closeUpTo(name);
    else if (name !== null) {
      const shown = excerpt(name);
      this.problems.add(
        tag.start,
        'section-not-open',
        `No section "${shown}" is open here: write {{#${shown}}} before it, or leave it out`,
      );
    }
  }

  end(): void {
    while (this.stack.length > 0) this.reportOpen(this.pop());
  }

  private closeUpTo(name: string | null): void {
    let section = this.pop();
    while (section !== undefined && section.name !== name) {
      this.reportOpen(section);
      section = this.pop();
    }
  }

  private reportOpen(section: OpenSection | undefined): void {
    if (section === undefined || section.name === null) return;
    const shown = excerpt(section.name);
    this.problems.add(
      section.tag.start,
      'section-not-closed',
      `The section "${shown}" is not closed: write {{/${shown}}} where it ends`,
    );
  }

  private pop(): OpenSection | undefined {
    const section = this.stack.pop();
    if (section !== undefined) this.count(section.name, -1);
    return section;
  }

  private count(name: string | null, change: number): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + change);
  }
}

function nameOf({ reading }: ReadTag): string | null {
  return 'name' in reading ? reading.name : null;
}
