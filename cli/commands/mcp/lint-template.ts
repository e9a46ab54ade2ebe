import * as z from 'zod';
import { readKnown } from '../../../shared/manage/templates/partials/known-partials.ts';
import { sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { judge } from '../template/lint/finding.ts';
import { lintTemplate as lint } from '../template/lint/lint-template.ts';
import { isDraft, templateId, untrusted } from './fields.ts';
import { storedTemplate } from './stored-template.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({ id: templateId, draft: isDraft });

const output = z.object({
  id: z.string(),
  revision: z.int(),
  findings: z.array(
    z.object({
      code: z.string(),
      level: z.enum(['error', 'warning']),
      part: z.string().optional().describe('The part of the template: html, text, flow …'),
      language: z.string().optional(),
      partial: z.string().optional().describe('The partial whose source the place is in'),
      line: z.int().optional(),
      column: z.int().optional(),
      untrusted: untrusted({ message: z.string(), pointer: z.string().optional() }),
    }),
  ),
});

export const lintTemplate = tool({
  name: 'lint_template',
  title: 'Check a template',
  about: 'Finds errors and likely mistakes in a template, each with its place.',
  untrusted: 'messages and pointers that quote the template',
  input,
  output,
  annotations: reads,
  run: async ({ id, draft }, desk) => {
    const place = await desk.open();
    const { revision, content } = await storedTemplate(place, id, draft);
    const source = sourceOf(id, content);
    const known = await readKnown(place.ports, place.accountId, [source]);
    const findings = judge(await lint(source, known, place.deployment.senders), {});
    return {
      ...{ id, revision },
      findings: findings.map(({ code, level, message, pointer, ...found }) => ({
        ...{ code, level, part: found.part, language: found.language, partial: found.partial },
        ...{ line: found.line, column: found.column, untrusted: { message, pointer } },
      })),
    };
  },
});
