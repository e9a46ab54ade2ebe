import Handlebars from 'handlebars';
import { readHandlebars } from './read-handlebars.ts';
import { withoutTagEntities } from './tag-entities.ts';
import type { TemplateLanguage } from './tree.ts';

const engine = Handlebars.create();

/** SendGrid's helper for a value with a default. */
engine.registerHelper('insert', (value: unknown, fallback: unknown) => {
  const isGiven = value !== undefined && value !== null && value !== '';
  return isGiven || typeof fallback !== 'string' ? value : fallback.replace(/^default=/, '');
});

/** Handlebars, as SES, SendGrid and Mailgun have it. */
export const handlebars: TemplateLanguage = {
  read: readHandlebars,
  render: (source, data, { isHtml }) =>
    engine.compile(withoutTagEntities(source), { noEscape: !isHtml })(data),
  namesAreLevels: false,
};
