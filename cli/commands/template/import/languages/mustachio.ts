import { readMustachio } from './read-mustachio.ts';
import { renderMustachio } from './render-mustachio.ts';
import type { TemplateLanguage } from './tree.ts';

/** Mustachio, Postmark's language. */
export const mustachio: TemplateLanguage = {
  read: readMustachio,
  render: (source, data, { isHtml, content }) =>
    renderMustachio(readMustachio(source), data, isHtml, content),
  namesAreLevels: true,
};
