import { atTerminal } from '../../../../../shared/adapters/call-times.ts';
import { ManageError } from '../../../../../shared/manage/manage-error.ts';
import { readSesTemplates } from '../../../../aws/ses-templates.ts';
import { handlebarsOf } from '../languages/handlebars.ts';
import { ids, type TemplateCollection } from './source-template.ts';

const language = handlebarsOf({ service: 'SES', names: ['amazonSESUnsubscribeUrl'] });

/** Reads SES's templates with the user's AWS credentials. @throws {ManageError} if the region has none */
export async function readSes({
  region,
  progress,
}: {
  region: string | undefined;
  progress: (doing: string) => void;
}): Promise<TemplateCollection> {
  const found = await readSesTemplates({
    times: atTerminal,
    place: { region },
    progress: (read, of) => progress(`Reading the templates, ${read} of ${of}`),
  });
  if (found.length === 0) {
    throw new ManageError('SES has no template in this region: name another one with --region');
  }
  const idOf = ids(new Map(found.map(({ name }) => [name, name])));
  const templates = found.map(({ name, subject, html, text }) => ({
    ...{ origin: name, id: idOf(name), name, language, subject, html },
    text: text === '' ? undefined : text,
  }));
  return { name: 'SES', templates, leftOut: [] };
}
