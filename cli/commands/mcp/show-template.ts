import * as z from 'zod';
import type { RevisionOrigin } from '../../../shared/adapters/tables/revision-origin.ts';
import { contentIn, sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { isDraft, language, templateId, untrusted } from './fields.ts';
import { storedTemplate } from './stored-template.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({ id: templateId, draft: isDraft, language });

const output = z.object({
  id: z.string(),
  partial: z.boolean().describe('Whether it is a partial, which templates take'),
  revision: z.int().describe('The number of the revision, or of the draft, that is shown'),
  served: z.int().nullable().describe('The revision that is served; null: none is'),
  draft: z.int().nullable().describe('The number of the draft, which is not served'),
  savedAt: z.string(),
  layout: z.string().nullable().describe('The id of the partial that is the layout around it'),
  partials: z.record(z.string(), z.int()).describe('The partials in it, with their revisions'),
  language: z.string().nullable().describe('The language of subject, html and text'),
  languages: z.array(z.string()).describe('The other languages that it is in'),
  keep: z.string().nullable().describe('How long copies of its live mails are kept'),
  untrusted: untrusted({
    name: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string().nullable().describe('Null: the plain text is made from the HTML'),
    flow: z.unknown().describe('The graph of its flow; null: it has none'),
    testData: z.record(z.string(), z.unknown()).nullable(),
    variables: z.array(z.string()),
    secret: z.array(z.string()).describe('Variables that copies of mails do not have'),
    savedBy: z.string().nullable(),
    note: z.string().nullable(),
  }),
});

export const showTemplate = tool({
  name: 'show_template',
  title: 'Show a template',
  about: 'Shows the source of a template or a partial, as it is served, or its draft.',
  untrusted: 'the source of the template, its test data, the names of its variables, and notes',
  input,
  output,
  annotations: reads,
  run: async ({ id, draft, language: wanted }, desk) => {
    const place = await desk.open();
    const { head, revision, content } = await storedTemplate(place, id, draft);
    const source = sourceOf(id, content);
    const { name, kind, layout = null, flow = null, testData = null } = source;
    const shown = contentIn(source, wanted);
    const origin: RevisionOrigin | undefined = draft ? head.draft?.origin : head.origin;
    const tags = [source.language, ...Object.keys(source.languages ?? {})];
    return {
      ...{ id, partial: kind === 'partial', revision, layout },
      served: head.deletedAt === undefined ? head.revision : null,
      draft: head.draft?.revision ?? null,
      savedAt: draft ? (head.draft?.createdAt ?? head.updatedAt) : head.updatedAt,
      partials: { ...content.partials },
      language: shown.language ?? null,
      languages: tags.filter((tag) => tag !== undefined).filter((tag) => tag !== shown.language),
      keep: source.keep ?? null,
      untrusted: {
        ...{ name, subject: shown.subject, html: shown.html, text: shown.text ?? null },
        ...{ flow, testData, secret: source.secret ?? [] },
        variables: content.compiled.variables.map((variable) => variable.name),
        savedBy: origin?.by ?? null,
        note: origin?.note ?? null,
      },
    };
  },
});
