import * as z from 'zod/mini';
import { escapeHtml } from '../../../../../shared/engine/render/program/html-output.ts';
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
    const read: z.infer<typeof page> = await getJson(api, `/templates?limit=100${after}`, page);
    listed.push(...read.data.map(({ id }) => id));
    const last = listed.at(-1);
    if (!read.has_more || read.data.length === 0 || last === undefined) return listed;
    after = `&after=${encodeURIComponent(last)}`;
  }
}

/** The default of each variable; null if it has none. */
type Fallbacks = ReadonlyMap<string, string | number | boolean | null>;

/** Names that Resend fills in itself. https://resend.com/docs/dashboard/templates/template-variables */
const reserved = /^(?:FIRST_NAME|LAST_NAME|EMAIL|(?:RESEND_)?UNSUBSCRIBE_URL|contact\b.*|this)$/;

/**
 * The language of one template of Resend: variables in three braces, and nothing else. Their values are text: Resend's
 * three braces do not mean raw HTML.
 */
function resendLanguage(fallbacks: Fallbacks): TemplateLanguage {
  const read = (source: string): SourceNode[] => {
    const nodes: SourceNode[] = [];
    let at = 0;
    for (const match of source.matchAll(/\{\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}\}/g)) {
      const [tag, name = '', inline] = match;
      if (match.index > at) nodes.push({ kind: 'text', text: source.slice(at, match.index) });
      at = match.index + tag.length;
      const fallback = inline ?? fallbacks.get(name) ?? null;
      nodes.push(
        reserved.test(name)
          ? { kind: 'unknown', source: name, why: ofResend }
          : {
              ...{ kind: 'value', path: { up: 0, parts: [name] }, isRaw: false, source: name },
              default: fallback === null ? null : String(fallback),
            },
      );
    }
    return [...nodes, { kind: 'text', text: source.slice(at) }];
  };
  return {
    read,
    render: (source, data, { isHtml }) =>
      read(source)
        .map((node) => {
          if (node.kind === 'text') return node.text;
          if (node.kind !== 'value') return '';
          const value = data[node.path.parts.join('.')] ?? node.default ?? '';
          return isHtml ? escapeHtml(String(value)) : String(value);
        })
        .join(''),
    namesAreLevels: false,
  };
}

const ofResend = 'Resend writes a value of its own here: give one of yours as a variable';
