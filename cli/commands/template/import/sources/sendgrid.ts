import * as z from 'zod/mini';
import { readJson } from '../../../../terminal/json-source.ts';
import { handlebarsOf } from '../languages/handlebars.ts';
import { getJson, type ServiceApi } from './service-api.ts';
import { ids, type SourceTemplate, type TemplateCollection } from './source-template.ts';

const language = handlebarsOf({
  service: 'SendGrid',
  names: ['unsubscribe', 'unsubscribe_preferences', 'weblink'],
  marks: /(<%[^%]*%>|\[(?:unsubscribe|Unsubscribe|Weblink|Unsubscribe_Preferences)\])/,
});

/** https://www.twilio.com/docs/sendgrid/api-reference/transactional-templates/retrieve-paged-transactional-templates */
const page = z.object({
  result: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      versions: z.optional(z.array(z.object({ id: z.string(), active: z.number() }))),
    }),
  ),
  _metadata: z.optional(z.object({ next: z.optional(z.string()) })),
});

const version = z.object({
  subject: z.nullish(z.string()),
  html_content: z.nullish(z.string()),
  plain_content: z.nullish(z.string()),
  test_data: z.nullish(z.string()),
});

/** Reads the active version of dynamic templates. @throws {ManageError} if SendGrid does not answer as documented */
export async function readSendgrid(api: ServiceApi): Promise<TemplateCollection> {
  const listed = await listTemplates(api);
  const idOf = ids(new Map(listed.map(({ id, name }) => [id, name.toLowerCase()])));
  const templates: SourceTemplate[] = [];
  const leftOut: string[] = [];
  for (const { id, name, versions = [] } of listed) {
    const active = versions.find((each) => each.active === 1);
    if (active === undefined) {
      leftOut.push(`${name} (${id}) is left out: it has no active version`);
      continue;
    }
    const path = `/v3/templates/${encodeURIComponent(id)}/versions/${encodeURIComponent(active.id)}`;
    const read = await getJson(api, path, version);
    templates.push({
      ...{ origin: id, id: idOf(id), name, language },
      ...{ subject: read.subject ?? '', html: read.html_content ?? '' },
      text: read.plain_content || undefined,
      testData: testDataOf(read.test_data),
    });
  }
  return { name: 'SendGrid', templates, leftOut };
}

async function listTemplates(api: ServiceApi): Promise<z.infer<typeof page>['result']> {
  const first = '/v3/templates?generations=dynamic&page_size=200';
  const templates: z.infer<typeof page>['result'] = [];
  for (let path: string | null = first; path !== null; ) {
    const read: z.infer<typeof page> = await getJson(api, path, page);
    templates.push(...read.result);
    const token: string | null | undefined = URL.parse(
      read._metadata?.next ?? '',
    )?.searchParams.get('page_token');
    path = token ? `${first}&page_token=${encodeURIComponent(token)}` : null;
  }
  return templates;
}

const dataFields = z.record(z.string(), z.unknown());

function testDataOf(text: string | null | undefined): Record<string, unknown> | undefined {
  const source = readJson(text || 'null');
  return source.ok ? dataFields.safeParse(source.value).data : undefined;
}
