import * as z from 'zod/mini';
import { data } from './common.ts';
import { templateVariable, unsavedContent } from './templates.ts';

const { flow: _, ...renderedParts } = unsavedContent.shape;

/** `POST /render`: renders a draft like a mail, with stored partials, and stores nothing. */
export const renderDraft = z.object({
  /** The id of the draft's template; null for a new template. */
  id: z._default(z.nullable(z.string()), null),
  kind: z._default(z.enum(['template', 'partial']), 'template'),
  /** The draft takes partials in its `language`. */
  ...renderedParts,
  data: z._default(data, {}),
  /** For a partial: a template that takes it, rendered with its own data and the draft's language. Null: the draft. */
  within: z._default(z.nullable(z.string()), null),
  /** Whether the answer has the source of each part of its HTML. */
  places: z._default(z.boolean(), false),
});

export type RenderDraft = z.input<typeof renderDraft>;

/** The source of each part of a rendered HTML. Offsets are in UTF-16 code units. */
export const htmlPlaces = z.object({
  /** The texts between the tags of the sources, and the placeholders. */
  pieces: z.array(
    z.object({
      /** The partial, layout or template that it is in; absent: the draft. */
      in: z.optional(z.string()),
      start: z.number(),
      end: z.number(),
      /** The name of the placeholder; absent for a text. */
      name: z.optional(z.string()),
    }),
  ),
  /** For each printed piece in order: its offset in the HTML, and its index in `pieces`. */
  printed: z.array(z.number()),
  /** Start and end of each text between tags that shows something, or has a placeholder. */
  texts: z.array(z.tuple([z.number(), z.number()])),
  /** The start of each `<img>` in the HTML. */
  images: z.array(z.number()),
});

export type HtmlPlaces = z.output<typeof htmlPlaces>;

/** The rendered mail. A missing variable prints nothing, and `missing` names it. */
export const renderedDraft = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  variables: z.array(templateVariable),
  missing: z.array(z.string()),
  /** Names in the data that the template does not use. */
  unused: z.array(z.string()),
  /** Absent unless the request has `places`; null if the HTML has more than 20,000 pieces. */
  places: z.optional(z.nullable(htmlPlaces)),
  /** Likely mistakes that the service accepts. */
  warnings: z.array(
    z.object({
      /** Stable; `template lint` prints the same codes. */
      code: z.string(),
      detail: z.string(),
      part: z.enum(['subject', 'html', 'text', 'testData']),
      line: z.optional(z.number()),
      column: z.optional(z.number()),
      /** The name of the variable, as the template writes it. */
      variable: z.optional(z.string()),
      /** Of a warning about mail clients: the rule, the clients, and their share of the readers. */
      feature: z.optional(z.string()),
      clients: z.optional(z.array(z.string())),
      share: z.optional(z.number()),
    }),
  ),
});

export type RenderedDraft = z.output<typeof renderedDraft>;
