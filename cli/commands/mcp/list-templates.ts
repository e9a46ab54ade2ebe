import * as z from 'zod';
import { isId } from '../../../shared/id.ts';
import { badCursor } from '../../../shared/manage/manage-error.ts';
import { listTemplatePage } from '../../../shared/manage/templates/template-pages.ts';
import { cursor, limit, untrusted } from './fields.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({
  search: z.string().optional().describe('Words that the id or the name has'),
  kind: z.enum(['template', 'partial']).optional().describe('Default: both'),
  drafts: z.boolean().default(false).describe('Only those with a draft'),
  limit: limit('templates', 50),
  cursor,
});

const output = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      partial: z.boolean().describe('Whether it is a partial, which templates take'),
      revision: z.int().describe('The revision that is served'),
      updatedAt: z.string(),
      flow: z
        .enum(['none', 'callback', 'provider'])
        .describe('provider: its flow sends the mail; callback: it returns the mail to the caller'),
      draft: z.int().nullable().describe('The number of its draft, which is not served'),
      untrusted: untrusted({ name: z.string(), subject: z.string() }),
    }),
  ),
  nextCursor: z.string().nullable(),
});

export const listTemplates = tool({
  name: 'list_templates',
  title: 'List templates',
  about: "Lists the account's templates and partials, sorted by id, a page at a time.",
  untrusted: 'names and subjects of templates',
  input,
  output,
  annotations: reads,
  run: async ({ search, kind, drafts, limit, cursor: after }, desk) => {
    if (after !== undefined && !isId(after)) throw badCursor();
    const { ports, accountId } = await desk.open();
    const state = drafts ? 'draft' : undefined;
    const query = { search, kind, state, after, limit } as const;
    const { items, next } = await listTemplatePage(ports, accountId, query);
    return {
      templates: items.map(({ templateId: id, kind: found, name, subject, ...head }) => ({
        ...{ id, partial: found === 'partial', revision: head.revision, updatedAt: head.updatedAt },
        ...{ flow: head.flowStatus, draft: head.draft?.revision ?? null },
        untrusted: { name, subject },
      })),
      nextCursor: next,
    };
  },
});
