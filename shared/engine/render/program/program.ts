/** A part of a template, ready to be rendered: steps in order, sections as jumps. Plain JSON. */
export type Program = readonly Step[];

/**
 * One step of a rendering. A string is printed as it is. A number is a step of `layout` and,
 * like a list, occurs in text that was derived from HTML only.
 */
export type Step =
  | string
  | number
  | PlaceholderStep
  | GuardedStep
  | SectionStep
  | CloseStep
  | ListStep;

/**
 * The properties that lead to a value, one after the other: none to the current item. Null where
 * the name is the only one, as it nearly always is.
 */
export type Path = readonly string[] | null;

/** Prints a variable, or its default. */
export type PlaceholderStep = {
  readonly kind: 'value';
  /** As written; it is what a missing variable is reported by. */
  readonly name: string;
  readonly path: Path;
  readonly isRaw: boolean;
  readonly default: string | null;
};

/**
 * What a value has to be where its placeholder stands in the HTML: at the begin of an address, in a
 * style, in a style's `url()`; behind the host of an address, behind a value that stands there,
 * behind the colon of a port; the first part of a host.
 */
export type Guard =
  | 'address'
  | 'style'
  | 'styleAddress'
  | 'path'
  | 'morePath'
  | 'port'
  | 'hostPart';

/** Prints a variable whose value is looked at first. Its default is the author's. */
export type GuardedStep = Omit<PlaceholderStep, 'kind'> & {
  readonly kind: 'guarded';
  /** One or more, as there are ways through the sections to the placeholder. */
  readonly guards: readonly Guard[];
};

/** Begins a section: it is skipped, entered, or entered once for each item. */
export type SectionStep = {
  readonly kind: 'section';
  readonly name: string;
  readonly path: Path;
  readonly isInverted: boolean;
  /** Where its close stands in the program. */
  readonly end: number;
};

/** Ends a section: back to its begin while there are items left. */
export type CloseStep = { readonly kind: 'close'; readonly start: number };

/** Begins a numbered list. */
export type ListStep = { readonly kind: 'list'; readonly first: number };
