import * as z from 'zod/mini';
import { readJson } from '../../../../terminal/json-source.ts';
import { handlebarsOf } from '../languages/handlebars.ts';
import { getJson, type ServiceApi } from './service-api.ts';
import { ids, type SourceTemplate, type TemplateCollection } from './source-template.ts';

const language = handlebarsOf({
  service: 'Mailgun',
  marks: /(%(?:recipient(?:\.\w+)?|(?:tag_|mailing_list_)?unsubscribe_(?:url|email))%)/,
});

/** https://documentation.mailgun.com/docs/mailgun/api-reference/openapi-final/templates */
const page = z.object({
  items: z.nullish(z.array(z.object({ name: z.string() }))),
  paging: z.optional(z.object({ next: z.optional(z.string()) })),
});

const template = z.object({
  template: z.object({
    name: z.string(),
    description: z.optional(z.string()),
    version: z.optional(
      z.object({
        template: z.optional(z.string()),
        engine: z.optional(z.string()),
        headers: z.nullish(z.unknown()),
      }),
    ),
  }),
});

/** Reads the active versions. Mailgun has no text parts and no test data. @throws {ManageError} */
export async function readMailgun(api: ServiceApi, domain: string): Promise<TemplateCollection> {
  const folder = `/v3/${encodeURIComponent(domain)}/templates`;
  const names = await listNames(api, folder);
  const idOf = ids(new Map(names.map((name) => [name, name])));
  const templates: SourceTemplate[] = [];
  const leftOut: string[] = [];
  for (const name of names) {
    const path = `${folder}/${encodeURIComponent(name)}?active=yes`;
    const { version, description } = (await getJson(api, path, template)).template;
    if (version?.template === undefined) {
      leftOut.push(`${name} is left out: it has no active version`);
    } else if ((version.engine ?? 'handlebars') !== 'handlebars') {
      leftOut.push(`${name} is left out: its engine is ${version.engine}, not handlebars`);
    } else {
      templates.push({
        ...{ origin: name, id: idOf(name), name: description || name, language },
        ...{ subject: subjectOf(version.headers), html: version.template },
      });
    }
  }
  return { name: 'Mailgun', templates, leftOut };
}

async function listNames(api: ServiceApi, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (let path = `${folder}?limit=100`; ; ) {
    const read: z.infer<typeof page> = await getJson(api, path, page);
    // An empty page follows Mailgun's last page.
    if (!read.items?.length) return names;
    names.push(...read.items.map(({ name }) => name));
    const next = URL.parse(read.paging?.next ?? '')?.search;
    if (!next) return names;
    path = `${folder}${next}`;
  }
}

const headerFields = z.record(z.string(), z.unknown());

/** The subject among a version's headers, which are an object or its JSON. */
function subjectOf(headers: unknown): string {
  const source = typeof headers === 'string' ? readJson(headers) : null;
  const given = headerFields.safeParse(source?.ok ? source.value : headers).data ?? {};
  const [, subject] =
    Object.entries(given).find(([name]) => name.toLowerCase() === 'subject') ?? [];
  return typeof subject === 'string' ? subject : '';
}
