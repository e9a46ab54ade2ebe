import type { Guard } from '../program/program.ts';

/** A template as it is read, in order: text, which is printed as it is, and tags. */
export type Piece = string | Tag;

/** A tag that is rendered, so no comment. */
export type Tag = PlaceholderTag | SectionTag | CloseTag;

/** `{{name}}`, `{{name|default}}`; raw: `{{{name}}}`, `{{&name}}`; encoded for an address: `{{%name}}`. */
export type PlaceholderTag = {
  readonly kind: 'value';
  /** As written between the braces; `.` is the current item. */
  readonly name: string;
  readonly isRaw: boolean;
  /** Whether the value is percent-encoded. Undefined if not. */
  readonly isEncoded?: true;
  /** Printed if the variable is missing or null. Null if the variable is required. */
  readonly default: string | null;
  /** The checks that its value must pass because of its place in the HTML; undefined: none. */
  readonly guards?: readonly Guard[];
};

/** `{{#name}}`, or `{{^name}}`, which is inverted. */
export type SectionTag = {
  readonly kind: 'section';
  readonly name: string;
  readonly isInverted: boolean;
};

/** `{{/name}}` */
export type CloseTag = { readonly kind: 'close'; readonly name: string };
