/** A part of a template, ready to be rendered: steps in order, sections as jumps. Plain JSON. */
export type Program = readonly ProgramStep[];

/** A string is printed. A number is a step of `layout`: it and a list occur only in derived text. */
export type ProgramStep =
  | string
  | number
  | PlaceholderStep
  | GuardedStep
  | SectionStep
  | CloseStep
  | ListStep;

/** The property names that lead to a value. Empty: the current item. Null: the name itself, without dots. */
export type Path = readonly string[] | null;

/** Prints a variable, or its default. */
export type PlaceholderStep = {
  readonly kind: 'value';
  /** As written; a missing variable is reported by this name. */
  readonly name: string;
  readonly path: Path;
  readonly isRaw: boolean;
  readonly default: string | null;
};

/**
 * The check of a value by its place: at the beginning of an address, in a style, in a style's `url()`, after the host
 * of an address (`path`), after another value there (`morePath`), as a port, as the first part of a host, after the
 * slash that begins an address (`step`), or after another value there (`moreStep`).
 */
export type Guard =
  | 'address'
  | 'style'
  | 'styleAddress'
  | 'path'
  | 'morePath'
  | 'port'
  | 'hostPart'
  | 'step'
  | 'moreStep';

/** Prints a variable whose value is encoded, checked or both first. The author wrote its default. */
export type GuardedStep = Omit<PlaceholderStep, 'kind'> & {
  readonly kind: 'guarded';
  /** Whether the value is percent-encoded; then the checks apply to the encoded text. Undefined if not. */
  readonly isEncoded?: true;
  /** Each way through the sections may need another check. Empty only if the value is encoded. */
  readonly guards: readonly Guard[];
};

/** Begins a section: it is skipped, entered, or entered once for each item. */
export type SectionStep = {
  readonly kind: 'section';
  readonly name: string;
  readonly path: Path;
  readonly isInverted: boolean;
  /** The index of its close in the program. */
  readonly end: number;
};

/** Ends a section, or goes back to its beginning while there are items left. */
export type CloseStep = { readonly kind: 'close'; readonly start: number };

/** Begins a numbered list. */
export type ListStep = { readonly kind: 'list'; readonly first: number };
