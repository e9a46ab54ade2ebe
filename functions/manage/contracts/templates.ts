import * as z from 'zod/mini';
import { maxSearchedTemplates } from '../../../shared/engine/limits.ts';
import { draftParts, shapeOf, templateParts } from '../../../shared/engine/template-parts.ts';
import { limitUpTo, pageOf, pageQuery, pause, time } from './common.ts';

/** The stored draft of a template, which no request serves until it is published. */
const draftSummary = z.object({
  revision: z.number(),
  createdAt: time,
  by: z.string(),
  /** `push`, `dashboard` or `mcp`. */
  how: z.string(),
  note: z.nullable(z.string()),
  /** The served revision that it was made from; null for a new template. If another is served, the draft is stale. */
  from: z.nullable(z.number()),
});

export type DraftSummary = z.output<typeof draftSummary>;

export const templateSummary = z.object({
  id: z.string(),
  /** A partial has no subject and no flow, and is never sent itself. */
  kind: z.enum(['template', 'partial']),
  /** Whether it is a layout: a partial with `{{> content}}`. */
  isLayout: z.boolean(),
  name: z.string(),
  subject: z.string(),
  /** The partials and layouts that it takes, directly or through others. */
  uses: z.array(z.string()),
  tags: z.array(z.string()),
  /** The tags of its languages, its own first; empty if it names none. */
  languageTags: z.array(z.string()),
  /** How its flow ends; `none` if it has no flow. */
  flowStatus: z.enum(['none', 'callback', 'provider']),
  revision: z.number(),
  updatedAt: time,
  /** Who saved this revision, or deleted the template; null: not recorded. */
  updatedBy: z.nullable(z.string()),
  /** Null if it is not deleted. */
  deletedAt: z.nullable(time),
  /** The stored draft; null if there is none. */
  draft: z.nullable(draftSummary),
  /** Null: not paused. Execute and batch refuse requests for a paused template. */
  paused: z.nullable(pause),
});

export type TemplateSummary = z.output<typeof templateSummary>;

/** The parts of a template that its author writes: `templateParts` describes them. */
export const templateContent = z.object(shapeOf(templateParts, 'shown'));

export type TemplateContent = z.output<typeof templateContent>;

/** The unsaved content of the editor, with its flow. */
export const unsavedContent = z.object(shapeOf(draftParts, 'given'));

export const templateVariable = z.object({
  name: z.string(),
  /** The names of the sections around it, outermost first. */
  within: z.array(z.string()),
  uses: z.array(z.enum(['value', 'raw', 'section', 'inverted'])),
  /** Whether it is printed without a default and outside all sections. */
  required: z.boolean(),
  defaults: z.array(z.string()),
});

export type TemplateVariable = z.output<typeof templateVariable>;

/** `GET /templates/{id}`, with its revision as the ETag. Never published: its draft's content, as revision 0. */
export const template = z.object({
  ...templateSummary.shape,
  ...templateContent.shape,
  variables: z.array(templateVariable),
  /** For a partial: the templates and partials that take it, directly or through others. */
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type Template = z.output<typeof template>;

/** A saved template, and what was saved again because it takes it. */
export const savedTemplate = z.object({
  ...template.shape,
  dependents: z.array(z.object({ id: z.string(), revision: z.number() })),
});

export type SavedTemplate = z.output<typeof savedTemplate>;

/** `GET /templates`, by id. It reads about `maxSearchedTemplates` for a page, which may be empty but have a cursor. */
export const templateQuery = z.object({
  ...pageQuery,
  /** 1 to `maxSearchedTemplates`, by default 50. */
  limit: z.optional(limitUpTo(maxSearchedTemplates)),
  /** Words of the id or the name, in any order; case and accents are ignored. */
  search: z.optional(z.string()),
  /** The beginning of the ids. */
  prefix: z.optional(z.string()),
  /** Leaves out the other kind. */
  kind: z.optional(templateSummary.shape.kind),
  /** `draft`: templates with a stored draft. `deleted`: deleted ones instead of served ones. */
  state: z.optional(z.enum(['draft', 'deleted'])),
});

/** Contents by language. Zod drops the name `__proto__`, so it is refused before. */
const languages = z.pipe(
  z.custom<z.input<typeof templateContent.shape.languages>>().check(({ value, issues }) => {
    if (!Object.hasOwn(Object(value), '__proto__')) return;
    const message = 'must be a language tag, such as pt or pt-BR';
    issues.push({ code: 'custom', path: ['__proto__'], message, input: value });
  }),
  templateContent.shape.languages,
);

/** `PUT /templates/{id}` with `If-Match`: the whole template, which keeps its kind. */
export const templateChange = z.object({
  ...shapeOf(templateParts, 'given'),
  languages: z._default(languages, {}),
  /** The author's note: one line of at most 200 characters. */
  note: z.optional(z.string()),
});

/** `POST /templates`. For an id that already exists, the answer is the problem `taken`. */
export const newTemplate = z.object({
  id: z.string(),
  kind: z._default(templateSummary.shape.kind, 'template'),
  ...templateChange.shape,
});

export type NewTemplate = z.input<typeof newTemplate>;

export const revisionSummary = z.object({
  revision: z.number(),
  createdAt: time,
  /** Whether render and execute use this revision. */
  current: z.boolean(),
  /** Null, like the three below, if it was not recorded. */
  by: z.nullable(z.string()),
  /** Such as `push`, `dashboard` or `rollback to 6`. */
  how: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The number of the revision that it was made from. */
  from: z.nullable(z.number()),
  /** The persons who approved the draft that was published. */
  approvedBy: z.array(z.string()),
});

export type RevisionSummary = z.output<typeof revisionSummary>;

/** `GET /templates/{id}/revisions`, the newest first. */
export const revisionPage = z.object({
  ...pageOf(revisionSummary).shape,
  /** The last pauses of the template, the newest first; `resumed` is null while one lasts. */
  pauses: z.array(
    z.object({ ...pause.shape, resumed: z.nullable(z.object({ at: time, by: z.string() })) }),
  ),
});

/** `GET /templates/{id}/revisions/{n}`. */
export const revision = z.object({
  id: z.string(),
  ...revisionSummary.shape,
  ...templateContent.shape,
});

export type Revision = z.output<typeof revision>;

/** `GET /templates/{id}/types`: the files that `template types` writes, for one template. A partial has no types. */
export const templateTypes = z.object({
  typescript: z.string(),
  jsonSchema: z.looseObject({}),
});

export type TemplateTypes = z.output<typeof templateTypes>;
