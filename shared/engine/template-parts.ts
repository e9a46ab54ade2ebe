import * as z from 'zod/mini';

/** One part of a template: its schemas, and how people see it. */
interface PartRow {
  /** As it is stored, exported and written in `template.json`: a template that lacks it has no such field. */
  stored: z.ZodMiniType;
  /** As the dashboard's API answers it: each template has the field, and one that lacks the part has `empty`. */
  shown: z.ZodMiniType;
  /** As the dashboard's API takes it: a request may leave out what a template may lack. */
  given: z.ZodMiniType;
  /** What the API has for a template that lacks the part. Undefined if every template has it. */
  empty: null | Record<string, never> | readonly never[] | undefined;
  /** What the dashboard calls the part. */
  label: string;
  /** What a comparison shows for a template that lacks the part. Default: an empty text. */
  lack?: string;
  /** Whether people read its value as one line. Default: false. */
  isLine?: boolean;
  /** What `template.json` must have as the part. Default: a text. */
  expects?: string;
}

/** A text that every template has. */
const text = { stored: z.string(), shown: z.string(), given: z.string(), empty: undefined };

const textOrNull = z.nullable(z.string());

/** A text that a template may lack. */
const optionalText = {
  stored: z.optional(z.string()),
  shown: textOrNull,
  given: z._default(textOrNull, null),
  empty: null,
};

/** The parts that a template has in each of its languages. */
export const contentParts = {
  /** Empty: the variable `subject` is the subject. A partial has none. */
  subject: { ...text, label: 'Subject', isLine: true },
  html: { ...text, label: 'HTML' },
  /** The author's own plain text; without it the text is derived from the HTML. */
  text: { ...optionalText, label: 'Plain text', lack: '(derived from the HTML)' },
} satisfies Record<string, PartRow>;

const names = z.array(z.string());
const data = z.record(z.string(), z.unknown());
const graph = z.nullable(z.unknown());

const contents = z.record(z.string(), z.object(shapeOf(contentParts, 'given')));

/** All parts of a template. What reads, stores, compares, shows or moves one derives its fields from this table. */
export const templateParts = {
  name: { ...text, label: 'Name', isLine: true },
  /** The id of the partial that is the layout around the template. */
  layout: { ...optionalText, label: 'Layout', lack: '(none)', isLine: true },
  ...contentParts,
  /** The tag of the language of `subject`, `html` and `text`, as `Intl.getCanonicalLocales` writes it. */
  language: {
    ...optionalText,
    label: 'Language',
    lack: '(not said)',
    isLine: true,
    expects: 'a tag such as "en"',
  },
  /** The same content in other languages, by their tags. */
  languages: {
    stored: z.optional(z.record(z.string(), z.object(shapeOf(contentParts, 'stored')))),
    shown: contents,
    given: z._default(contents, {}),
    empty: {},
    label: 'Other languages',
    lack: '(none)',
    expects: 'an object such as {"pt": {"subject": "…"}}',
  },
  /** How long copies of the template's live mails are kept, such as `7d`; without it no copies are kept. */
  keep: {
    ...optionalText,
    label: 'Copies kept for',
    lack: '(no copies)',
    isLine: true,
    expects: 'a text such as "7d"',
  },
  /** The names of the variables whose values are masked in those copies. */
  secret: {
    stored: z.optional(names),
    shown: names,
    given: z._default(names, []),
    empty: [],
    label: 'Secret variables',
    isLine: true,
    expects: 'a list of names of variables',
  },
  /** Words that sort templates into groups. They change nothing of a mail. */
  tags: {
    stored: z.optional(names),
    shown: names,
    given: z._default(names, []),
    empty: [],
    label: 'Tags',
    lack: '(none)',
    isLine: true,
    expects: 'a list of tags',
  },
  /** The flow's graph as its author wrote it; `/flow/check` finds its mistakes. */
  flow: {
    stored: z.optional(z.unknown()),
    shown: graph,
    given: z._default(graph, null),
    empty: null,
    label: 'Flow',
    lack: '(none)',
  },
  /** The data that previews are rendered with. */
  testData: {
    stored: z.optional(data),
    shown: data,
    given: z._default(data, {}),
    empty: {},
    label: 'Test data',
  },
} satisfies Record<string, PartRow>;

const { layout, language, flow } = templateParts;

/** The parts of unsaved content: those that a mail is made from, in one language. */
export const draftParts = { layout, language, ...contentParts, flow };

export type PartName = keyof typeof templateParts;
export type ContentPartName = keyof typeof contentParts;

/** The rows of `templateParts` by names that are known at run time. */
export const partRows: Readonly<Record<PartName, PartRow>> = templateParts;

export const partNames = Object.keys(templateParts) as PartName[];
export const contentPartNames = Object.keys(contentParts) as ContentPartName[];

/** The shape of a Zod object that has all parts in one of their forms. */
export function shapeOf<
  Rows extends Record<string, PartRow>,
  Form extends 'stored' | 'shown' | 'given',
>(rows: Rows, form: Form): { [Part in keyof Rows]: Rows[Part][Form] } {
  const schemas = Object.entries(rows).map(([part, row]) => [part, row[form]]);
  return Object.fromEntries(schemas) as { [Part in keyof Rows]: Rows[Part][Form] };
}
