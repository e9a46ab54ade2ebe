import type { Forgetting, KeptPage, WalkPlace } from '../../adapters/tables/forgettings-table.ts';
import type { Person } from '../../people/forgotten-record.ts';
import type { Left, PersonCounts } from '../../people/person-data.ts';
import type { PersonPorts } from './person-ports.ts';

export interface Asked {
  ports: PersonPorts;
  accountId: string;
  person: Person;
}

/** A part of a step: what it counts is kept before it is worked on. */
export interface Page<Content = unknown> {
  content: Content;
  /** Null: the step ends with this page. */
  next: WalkPlace | null;
  counts?: Partial<PersonCounts>;
  /** The places that are left, with those of before. */
  left?: (before: Left[]) => Left[];
  /** Whether records have to be walked through again. */
  again?: boolean;
  /** See `KeptPage`. Default: false. */
  waits?: boolean;
  /** Messages to look at again: see `Forgetting`. */
  later?: readonly string[];
}

export interface Step<Content> {
  /** Reads the page at `run.place`. `kept`: it was read before and kept, and is not counted. */
  page: (asked: Asked, run: Forgetting, kept: KeptPage | undefined) => Promise<Page<Content>>;
  /** Works on a page. It may be called again with the rest of the same page. */
  act: (asked: Asked, page: Page<Content>, run: Forgetting) => Promise<void>;
}

/** `content` is what `page` of the same step made. */
export const step = <Content>(each: Step<Content>) => each as Step<unknown>;
