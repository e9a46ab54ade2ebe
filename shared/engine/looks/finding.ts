import type { LookPlace } from './place.ts';

/** What is found in a mail's HTML, each with its default level. */
export const lookLevels = {
  /** A chosen client loses words, a picture, an action or columns, or text may become unreadable. */
  'client-breaks': 'warning',
  /** A chosen client shows the mail plainer. */
  'client-degrades': 'off',
  /** The `lang` of the HTML is not the language of the file. */
  'html-lang': 'warning',
  'insecure-link': 'warning',
  'missing-alt': 'warning',
  /** A comment that accepts findings, and accepts none. */
  'unused-ignore': 'warning',
} as const;

export type LookCode = keyof typeof lookLevels;

/** A finding at its place in the HTML. */
export interface LookFinding extends LookPlace {
  code: LookCode;
  message: string;
  /** The id of a rule of `data/rules.json`; only findings about clients have it and the fields below. */
  feature?: string;
  /** The ids of the clients, in the order of the settings. */
  clients?: readonly string[];
  /** The sum of their weights. */
  share?: number;
  /** An address that says more. */
  source?: string;
}

/** A finding before its place is counted. */
export interface FoundAt {
  code: LookCode;
  offset: number;
  message: string;
}

/** The weight of each chosen client, in the order of the settings. */
export type ClientWeights = Readonly<Record<string, number>>;
