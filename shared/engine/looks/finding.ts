import type { LookPlace } from './place.ts';

/** What is found in a mail's HTML, each with its default level. */
export const lookLevels = {
  /** A chosen client loses words, a picture, an action or columns, or text may become unreadable. */
  'client-breaks': 'warning',
  /** A chosen client shows the mail plainer. */
  'client-degrades': 'off',
  /** Text that is hard to read on its ground, in the light rendering (WCAG 2.2, 1.4.3). */
  'low-contrast': 'warning',
  /** The same in the dark rendering of Apple Mail or Outlook.com. */
  'low-contrast-dark': 'warning',
  'missing-lang': 'warning',
  /** The `lang` of the HTML is not the language of the file. */
  'html-lang': 'warning',
  /** The subject is the mail's title in nearly all clients. */
  'missing-title': 'off',
  /** A table for the layout that screen readers read as one of data. */
  'table-role': 'warning',
  /** A link without words. */
  'link-text': 'warning',
  /** A link whose words do not say where it leads. English only. */
  'vague-link': 'off',
  /** A heading's level is skipped. */
  'heading-order': 'off',
  'small-text': 'warning',
  'empty-link': 'warning',
  /** A link leads to an address of examples, of tests or of a private network. */
  'placeholder-link': 'warning',
  'insecure-link': 'warning',
  'missing-alt': 'warning',
  /** The words that clients show beside the subject are missing or useless. */
  'no-preheader': 'off',
  /** The mail has a link to unsubscribe, and its header has none. */
  'unsubscribe-header': 'warning',
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
