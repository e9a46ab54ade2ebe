import * as z from 'zod';
import { readPlan } from '../../../shared/engine/flow/plan.ts';
import { withDefaults } from '../../../shared/engine/flow/variables.ts';
import { canonicalTag } from '../../../shared/engine/language/language-tag.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { readRecorded } from '../../../shared/manage/templates/partials/known-partials.ts';
import { renderDraft } from '../../../shared/manage/templates/render-draft.ts';
import { contentIn, sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { isDraft, language, templateId, untrusted, variables } from './fields.ts';
import { storedTemplate } from './stored-template.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({ id: templateId, variables, language, draft: isDraft });

const output = z.object({
  id: z.string(),
  revision: z.int(),
  language: z.string().nullable(),
  warnings: z.array(
    z.object({
      code: z.string(),
      part: z.string(),
      line: z.int().optional(),
      column: z.int().optional(),
      untrusted: untrusted({ message: z.string() }),
    }),
  ),
  untrusted: untrusted({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    missing: z
      .array(z.string())
      .describe('Variables without a value and a default: a send without them is refused'),
    unused: z
      .array(z.string())
      .describe('Variables that were given, and the template does not use'),
  }),
});

export const renderTemplate = tool({
  name: 'render_template',
  title: 'Render a template',
  about:
    'Renders a template as its mail would be, and reports missing and unused variables and likely mistakes. It sends nothing.',
  untrusted: 'the rendered mail, names of variables, and messages that quote the template',
  input,
  output,
  annotations: reads,
  run: async ({ id, variables: given, language: wanted, draft }, desk) => {
    if (wanted !== undefined && canonicalTag(wanted) === null) {
      throw new ManageError('language must be a language tag such as pt or pt-BR');
    }
    const place = await desk.open();
    const { revision, content } = await storedTemplate(place, id, draft);
    const source = sourceOf(id, content);
    const shown = contentIn(source, wanted);
    const known = await readRecorded(place.ports, place.accountId, content.partials ?? {});
    const defaults = readPlan(content.plan)?.variables.flatMap((node) => node.defaults) ?? [];
    const rendering = await renderDraft(
      { ...source, ...shown, text: shown.text ?? null },
      { ...withDefaults(given ?? source.testData ?? {}, defaults) },
      known,
    );
    if (!rendering.ok) throw new ManageError(`${id} cannot be rendered`, rendering.problems);
    const { subject, html, text, missing, unused, warnings } = rendering.rendered;
    return {
      ...{ id, revision, language: shown.language ?? null },
      warnings: warnings.map(({ code, part, line, column, detail }) => ({
        ...{ code, part, line, column, untrusted: { message: detail } },
      })),
      untrusted: { subject, html, text, missing: [...missing], unused: [...unused] },
    };
  },
});
