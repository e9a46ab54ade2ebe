import * as z from 'zod/mini';
import { resendLanguage } from '../languages/resend-language.ts';
import { ids } from './ids.ts';
import { getJson, notAsDocumented, type ServiceApi } from './service-api.ts';
import type { SourceTemplate, TemplateCollection } from './source-template.ts';

/** https://resend.com/docs/api-reference/templates/list-templates */
const page = z.object({
  data: z.array(z.object({ id: z.string() })),
  has_more: z.optional(z.boolean()),
});

/** https://resend.com/docs/api-reference/templates/get-template */
const template = z.object({
  id: z.string(),
  name: z.string(),
  alias: z.nullish(z.string()),
  status: z.optional(z.string()),
  subject: z.nullish(z.string()),
  html: z.nullish(z.string()),
  text: z.nullish(z.string()),
  variables: z.nullish(
    z.array(
      z.object({
        key: z.string(),
        fallback_value: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
      }),
    ),
  ),
});

/** Reads the published templates. @throws {ManageError} where Resend does not answer as documented */
export async function readResend(api: ServiceApi): Promise<TemplateCollection> {
  const found: z.infer<typeof template>[] = [];
  for (const id of await listIds(api)) {
    const path = `/templates/${encodeURIComponent(id)}`;
    const read = template.safeParse(await getJson(api, path)).data;
    if (!read) throw notAsDocumented(api, path);
    found.push(read);
  }
  const isDraft = ({ status }: z.infer<typeof template>) => status === 'draft';
  const idOf = ids(new Map(found.map(({ id, alias, name }) => [id, alias || name.toLowerCase()])));
  const templates = found
    .filter((each) => !isDraft(each))
    .map((each): SourceTemplate => {
      const fallbacks = (each.variables ?? []).map(
        ({ key, fallback_value }) => [key, fallback_value ?? null] as const,
      );
      return {
        ...{ origin: each.alias || each.id, id: idOf(each.id), name: each.name },
        language: resendLanguage(new Map(fallbacks)),
        ...{ subject: each.subject ?? '', html: each.html ?? '', text: each.text || undefined },
      };
    });
  const leftOut = found.filter(isDraft).map(({ name }) => `${name} is left out: it is a draft`);
  return { name: 'Resend', templates, leftOut };
}

async function listIds(api: ServiceApi): Promise<string[]> {
  const listed: string[] = [];
  for (let after = ''; ; ) {
    const path = `/templates?limit=100${after}`;
    const read: z.infer<typeof page> | undefined = page.safeParse(await getJson(api, path)).data;
    if (!read) throw notAsDocumented(api, path);
    listed.push(...read.data.map(({ id }) => id));
    const last = listed.at(-1);
    if (!read.has_more || read.data.length === 0 || last === undefined) return listed;
    after = `&after=${encodeURIComponent(last)}`;
  }
}
