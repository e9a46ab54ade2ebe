import { convert } from 'html-to-text';
import type { Progress } from '../../local/progress.ts';
import { compileTemplate } from '../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../shared/engine/render/derive-text.ts';
import { runProgram } from '../../shared/engine/render/program/run-program.ts';
import { LayoutOutput } from '../../shared/engine/render/text/layout-output.ts';
import { textFromHtml } from '../../shared/engine/render/text-from-html.ts';
import { engines } from './engines.ts';
import { type Mail, mails, write } from './mails.ts';
import { type SideBySide, timeLoops } from './rounds.ts';

/** The goals: the time of the derived text, as a share of converting the HTML. A loop's rows are laid out at each rendering. */
const ratios = { ordinary: 1 / 25, withLoop: 1 / 20 };

/**
 * Times the plain text of each mail: derived when it was saved, and converted at each sending. Throws if the derived text
 * differs from the converted one.
 */
export function measureText({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Plain text of ${mail.name}`);
    const html = engines.postrider?.(mail)() ?? '';
    const derived = derivedText(mail);
    if (derived() !== textFromHtml(html))
      throw new Error(`The derived text of ${mail.name} differs from the converted one`);
    const candidates = [
      { name: 'postrider', run: derived },
      { name: 'own conversion', run: () => textFromHtml(html) },
      { name: 'html-to-text', run: () => convert(html) },
    ];
    const ratio = mail.name.endsWith('loop') ? ratios.withLoop : ratios.ordinary;
    const goals = { 'own conversion': ratio, 'html-to-text': ratio };
    return { name: mail.name, times: timeLoops(candidates, { rounds }), goals };
  });
}

function derivedText({ parts, variables }: Mail): () => string {
  const html = write(parts);
  const text = deriveTextTemplate(html);
  const stored = JSON.stringify(compileTemplate({ subject: 'Your order', html, text }));
  const program = programsOf(JSON.parse(stored)).text;
  if (!program) throw new Error('The text was not derived');
  return () => runProgram(program, variables, new LayoutOutput(), []);
}
