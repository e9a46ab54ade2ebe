import * as z from 'zod/mini';
import { renderTree } from '../languages/render-tree.ts';
import type { SourceNode, TemplateLanguage } from '../languages/tree.ts';
import { getJson, type ServiceApi } from './service-api.ts';
import { ids, type SourceTemplate, type TemplateCollection } from './source-template.ts';

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

/** Reads the published templates. @throws {ManageError} if Resend does not answer as documented */
export async function readResend(api: ServiceApi): Promise<TemplateCollection> {
  const found: z.infer<typeof template>[] = [];
  for (const id of await listIds(api)) {
    found.push(await getJson(api, `/templates/${encodeURIComponent(id)}`, template));
  }
  const isDraft = ({ status }: z.infer<typeof template>) => status === 'draft';
  const idOf = ids(new Map(found.map(({ id, alias, name }) => [id, alias || name.toLowerCase()])));
  const templates = found
    .filter((each) => !isDraft(each))
    .map((each): SourceTemplate => {
      const defaults = (each.variables ?? []).flatMap(({ key, fallback_value }) =>
        fallback_value == null ? [] : [[key, String(fallback_value)] as const],
      );
      return {
        ...{ origin: each.alias || each.id, id: idOf(each.id), name: each.name },
        language: resendLanguage(new Map(defaults)),
        ...{ subject: each.subject ?? '', html: each.html ?? '', text: each.text || undefined },
      };
    });
  const leftOut = found.filter(isDraft).map(({ name }) => `${name} is left out: it is a draft`);
  return { name: 'Resend', templates, leftOut };
}

async function listIds(api: ServiceApi): Promise<string[]> {
  const listed: string[] = [];
  for (let after = ''; ; ) {
    const read: z.infer<typeof page> = await getJson(api, `/templates?limit=100${after}`, page);
    listed.push(...read.data.map(({ id }) => id));
    const last = listed.at(-1);
    if (!read.has_more || read.data.length === 0 || last === undefined) return listed;
    after = `&after=${encodeURIComponent(last)}`;
  }
}

/** Names that Resend fills in itself. https://resend.com/docs/dashboard/templates/template-variables */
const reserved = /^(?:FIRST_NAME|LAST_NAME|EMAIL|(?:RESEND_)?UNSUBSCRIBE_URL|contact\b.*|this)$/;

/** Variables in three braces, and nothing else: at Resend three braces do not mean raw HTML. */
function resendLanguage(defaults: ReadonlyMap<string, string>): TemplateLanguage {
  const read = (source: string): SourceNode[] => {
    const nodes: SourceNode[] = [];
    let at = 0;
    for (const match of source.matchAll(/\{\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}\}/g)) {
      const [tag, name = '', inline = defaults.get(name) ?? null] = match;
      nodes.push({ kind: 'text', text: source.slice(at, match.index) });
      at = match.index + tag.length;
      const path = { up: 0, parts: [name] };
      nodes.push(
        reserved.test(name)
          ? { kind: 'refused', source: name, why: ofResend }
          : { kind: 'value', path, isRaw: false, default: inline },
      );
    }
    return [...nodes, { kind: 'text', text: source.slice(at) }];
  };
  const render: TemplateLanguage['render'] = (source, data, options) =>
    renderTree(read(source), data, options);
  return { read, render, namesAreLevels: false };
}

const ofResend = 'Resend writes a value of its own here: give one of yours as a variable';
