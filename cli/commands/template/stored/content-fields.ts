import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';

/** What commands print of a template's content: what it takes, and in which languages it is. */
export function contentFields(source: TemplateSource, partials: Readonly<Record<string, number>>) {
  return [...kindFields(source, partials), ...textFields(source)];
}

/** What a partial is, or what a template takes. */
export function kindFields(
  { kind, layout, subject }: TemplateSource,
  partials: Readonly<Record<string, number>>,
) {
  const taken = Object.entries(partials).map(([id, revision]) => `${id} ${revision}`);
  taken.sort();
  return [
    kind === 'partial' ? (['kind', kind] as const) : (['subject', subject] as const),
    ...(layout === undefined ? [] : [['layout', layout] as const]),
    ...(taken.length === 0 ? [] : [['partials', taken.join(', ')] as const]),
  ];
}

/** Its text and its languages. */
export function textFields(source: TemplateSource) {
  return [
    ['text', source.text === undefined ? 'derived from the HTML' : "the template's own"],
    ['languages', languagesText(source)],
  ] as const;
}

/** That of the template itself comes first. */
function languagesText({ language, languages = {} }: TemplateSource): string {
  const others = Object.keys(languages);
  return [language ?? (others.length > 0 ? 'its own' : ''), ...others].join(', ');
}

/** Whether copies of live mails are kept; nothing for a partial, which has no mails. */
export function copiesFields(source: TemplateSource) {
  return source.kind === 'partial' ? [] : ([['copies', copiesText(source)]] as const);
}

function copiesText({ keep, secret = [] }: TemplateSource): string {
  if (keep === undefined) return 'none are kept of live mails';
  const masked = secret.length === 0 ? '' : `, with ${secret.join(', ')} masked`;
  return `of live mails are kept for ${keep}${masked}`;
}
