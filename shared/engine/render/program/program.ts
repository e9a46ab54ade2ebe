/** A part of a template, ready to be rendered: steps in order, sections as jumps. Plain JSON. */
export type Program = readonly ProgramStep[];

/**
 * One step of a rendering. A string is printed as it is. A number is a step of `layout` and,
 * like a list, occurs only in text that was derived from HTML.
 */
export type ProgramStep =
  | string
  | number
  | PlaceholderStep
  | GuardedStep
  | SectionStep
  | CloseStep
  | ListStep;

/**
 * The names of the properties that lead to a value, in order. Empty: the current item. Null, the
 * usual case, if the name has no dots and is the only property.
 */
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
 * The check that a value must pass because of its placeholder's place in the HTML: at the beginning
 * of an address (`address`), in a style (`style`), in a style's `url()` (`styleAddress`), after the
 * host of an address (`path`), after another value there (`morePath`), after the colon of a port
 * (`port`), as the first part of a host (`hostPart`), after the one slash that begins an address (`step`), or
 * after another value there (`moreStep`).
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
  /**
   * Each way through the sections to the placeholder may need another check. Empty only if the value is encoded.
   */
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
