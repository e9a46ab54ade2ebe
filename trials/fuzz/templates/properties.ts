import fc from 'fast-check';
import type { Progress } from '../../../local/progress.ts';
import { maxRenderedBytes } from '../../../shared/engine/limits.ts';
import { fail, type Properties, type Runs, tryProperties } from '../property-run.ts';
import { agreesWithMustache, commonTemplate, commonVariables } from './agreement.ts';
import { enemyVariables, harmless } from './enemy.ts';
import { checkPlaces, checkSize, compileAsSaved, renderOrRefuse } from './invariants.ts';
import { mailSource, plainMail } from './mail.ts';
import { mailVariables } from './sections.ts';
import { hostileSource, hostileText, hostileVariables, soundTags } from './source.ts';
import { isPermitted, schemeOf, structureOf } from './structure.ts';

/** Properties of every template and every value, including an attacker's. */
export const templateProperties: Properties = {
  'a template compiles within the limits, or is refused with the place of each problem':
    fc.property(fc.oneof(hostileSource, soundTags, mailSource), (html) => {
      const compiled = compileAsSaved(html);
      if ('html' in compiled) checkSize(html, compiled);
      else checkPlaces(html, compiled);
    }),
  'a compiled template renders within the limits, or is refused with a known error':
    fc.asyncProperty(
      fc.oneof(hostileSource, soundTags, mailSource),
      hostileVariables,
      async (html, variables) => {
        const compiled = compileAsSaved(html);
        const mail = 'html' in compiled ? await renderOrRefuse(compiled, variables) : null;
        if (mail === null) return;
        if (mail.html.includes('{{')) fail(`The HTML holds raw braces: ${mail.html}`);
        if (Buffer.byteLength(mail.html) > maxRenderedBytes) fail('The HTML is over its limit');
      },
    ),
  'no value changes the meaning of the HTML around it': fc.asyncProperty(
    mailSource,
    enemyVariables,
    async (html, variables) => {
      const compiled = compileAsSaved(html);
      if (!('html' in compiled)) return;
      const hostile = await renderOrRefuse(compiled, variables);
      const plain = await renderOrRefuse(compiled, harmless(variables) as Record<string, unknown>);
      if (hostile === null || plain === null) return;
      const [found, wanted] = [structureOf(hostile.html), structureOf(plain.html)];
      if (found.shape.join('\n') !== wanted.shape.join('\n')) {
        fail(`${hostile.html} is not built like ${plain.html}`);
      }
      for (const [index, address] of found.addresses.entries()) {
        checkScheme(schemeOf(address), schemeOf(wanted.addresses[index] ?? ''));
      }
    },
  ),
  'a plain text never holds markup of its template': fc.asyncProperty(
    plainMail,
    mailVariables(word()),
    async (html, variables) => {
      const compiled = compileAsSaved(html);
      const mail = 'html' in compiled ? await renderOrRefuse(compiled, variables) : null;
      if (mail !== null && /[<>]/.test(mail.text)) fail(`The text holds markup: ${mail.text}`);
    },
  ),
  'the common grammar renders as in mustache.js': fc.property(
    commonTemplate,
    commonVariables,
    (html, variables) => void agreesWithMustache(html, variables),
  ),
};

export const tryTemplates = (given: Runs, progress: Progress) =>
  tryProperties(templateProperties, given, progress);

function word(): fc.Arbitrary<string> {
  return hostileText.map((text) => text.replace(/[<>&]/g, ''));
}

/** Throws if a value made a scheme that is not permitted. The author may have written any scheme. */
function checkScheme(scheme: string, written: string): void {
  if (!isPermitted(scheme) && scheme !== written) fail(`The scheme is ${scheme}, not ${written}`);
}
