import { convert } from 'html-to-text';
import TurndownService from 'turndown';
import type { Progress } from '../../../local/progress.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { programsOf } from '../../../shared/engine/render/compiled-template.ts';
import { deriveTextTemplate } from '../../../shared/engine/render/derive-text.ts';
import { runProgram } from '../../../shared/engine/render/program/run-program.ts';
import { LayoutOutput } from '../../../shared/engine/render/text/layout-output.ts';
import { textFromHtml } from '../../../shared/engine/render/text-from-html.ts';
import { mails } from '../render/mails.ts';
import { checkedEngines } from '../render/run.ts';
import { postrider, write } from '../render/syntax.ts';
import { type Timed, timeLoops } from '../rounds.ts';
import type { Goal, SideBySide } from '../side-by-side.ts';

/** The goal for an ordinary mail: the time of the derived text, as a share of converting the HTML. */
const ordinary = 1 / 25;

/** The goal for a mail with a loop, whose rows are laid out at each rendering. */
const withLoop = 1 / 20;

const goals = (ratio: number): Goal[] =>
  ['own conversion', 'html-to-text', 'turndown'].map((against) => ({ against, ratio }));

/** Times the plain text of each mail: derived when it was saved, and converted at each sending. */
export function measureText({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Plain text of ${mail.name}`);
    const html = checkedEngines(mail)[0]?.run() ?? '';
    const ratio = mail.name.endsWith('loop') ? withLoop : ordinary;
    return {
      name: mail.name,
      times: timeLoops(waysToText(mail, html), { rounds }),
      goals: goals(ratio),
    };
  });
}

/** Throws if the derived text differs from the converted one. */
function waysToText(mail: (typeof mails)[number], html: string): Timed[] {
  const derived = derivedText(mail);
  if (derived() !== textFromHtml(html))
    throw new Error(`The derived text of ${mail.name} differs from the converted one`);
  const turndown = new TurndownService();
  return [
    { name: 'postrider', run: derived },
    { name: 'own conversion', run: () => textFromHtml(html) },
    { name: 'html-to-text', run: () => convert(html) },
    { name: 'turndown', run: () => turndown.turndown(html) },
  ];
}

function derivedText({ parts, variables }: (typeof mails)[number]): () => string {
  const html = write(parts, postrider);
  const text = deriveTextTemplate(html);
  const stored = JSON.stringify(compileTemplate({ subject: 'Your order', html, text }));
  const program = programsOf(JSON.parse(stored)).text;
  if (!program) throw new Error('The text was not derived');
  return () => runProgram(program, variables, new LayoutOutput(), []);
}
