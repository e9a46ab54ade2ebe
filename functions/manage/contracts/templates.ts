import * as z from 'zod/mini';
import { data, pageQuery, time } from './common.ts';

/** What a list shows of a template. */
export const templateSummary = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  /** What its flow ends in. */
  flowStatus: z.enum(['none', 'callback', 'provider']),
  revision: z.number(),
  updatedAt: time,
});

export type TemplateSummary = z.output<typeof templateSummary>;

/** The flow's graph as its author wrote it; `/flow/check` judges it. */
const flow = z.nullable(z.unknown());

/** What an author writes of a template. `text: null` derives it from the HTML; `flow: null` is none. */
export const templateContent = z.object({
  name: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.nullable(z.string()),
  testData: data,
  flow,
});

export type TemplateContent = z.output<typeof templateContent>;

/** A variable that the template names. */
export const templateVariable = z.object({
  name: z.string(),
  /** The names of the sections around it, outermost first. */
  within: z.array(z.string()),
  uses: z.array(z.enum(['value', 'raw', 'section', 'inverted'])),
  /** Printed somewhere without a default, in no section. */
  required: z.boolean(),
  defaults: z.array(z.string()),
});

export type TemplateVariable = z.output<typeof templateVariable>;

/** `GET /templates/{id}`, with its revision as the ETag. */
export const template = z.object({
  ...templateSummary.shape,
  ...templateContent.shape,
  variables: z.array(templateVariable),
});

export type Template = z.output<typeof template>;

/**
 * `GET /templates`: in the order of ids; `search` is the beginning of one. A page looks through so
 * many deleted ones and no more: it may be empty, with a cursor.
 */
export const templateQuery = z.object({ ...pageQuery, search: z.optional(z.string()) });

/** A field that may be left out of a new or saved template. */
const defaulted = {
  text: z._default(z.nullable(z.string()), null),
  testData: z._default(data, {}),
  flow: z._default(flow, null),
};

/** `PUT /templates/{id}` with `If-Match`: the whole template. */
export const templateChange = z.object({ ...templateContent.shape, ...defaulted });

/** `POST /templates`. An id that is there already is `taken`. */
export const newTemplate = z.object({ id: z.string(), ...templateChange.shape });

export type NewTemplate = z.input<typeof newTemplate>;

/** `GET /templates/{id}/revisions`, the newest first. */
export const revisionSummary = z.object({
  revision: z.number(),
  createdAt: time,
  /** The one that is served. */
  current: z.boolean(),
});

export type RevisionSummary = z.output<typeof revisionSummary>;

/** `GET /templates/{id}/revisions/{n}`. */
export const revision = z.object({
  id: z.string(),
  ...revisionSummary.shape,
  ...templateContent.shape,
});

export type Revision = z.output<typeof revision>;
