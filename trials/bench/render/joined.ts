import type { Progress } from '../../../local/progress.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import type { PartialTemplate } from '../../../shared/engine/render/join/taken-partials.ts';
import { timeLoops } from '../rounds.ts';
import type { SideBySide } from '../side-by-side.ts';
import { fromStored, storedProgram } from './engines.ts';
import { type Mail, mails } from './mails.ts';
import { postrider, write } from './syntax.ts';

/** A mail of a layout and a partial renders as fast as the same mail written whole; the rest is noise. */
const goals = [{ against: 'written whole', ratio: 1.05 }];

/** Times each mail as a template with a layout and a partial, beside the same mail written whole. */
export function measureJoined({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Rendering ${mail.name} of a layout and a partial`);
    const [joined, whole] = [storedJoined(mail), storedProgram(mail)].map((stored) => {
      return fromStored(stored, mail);
    });
    if (!joined || !whole || joined() !== whole()) {
      throw new Error(`${mail.name} is not the same with a layout`);
    }
    const ways = [
      { name: 'postrider', run: joined },
      { name: 'written whole', run: whole },
    ];
    return { name: `${mail.name}, joined`, times: timeLoops(ways, { rounds }), goals };
  });
}

/** The first and the last part of the mail are its layout, and the second is a partial. */
function storedJoined({ parts }: Mail): string {
  const [head, first, ...rest] = parts.slice(0, -1).map((part) => write([part], postrider));
  const foot = write(parts.slice(-1), postrider);
  const partials = new Map<string, PartialTemplate>([
    ['base', { html: `${head}{{> content}}${foot}` }],
    ['first', { html: first ?? '' }],
  ]);
  const html = `{{> first}}${rest.join('')}`;
  const taken = { partials, layout: 'base' };
  return JSON.stringify(compileTemplate({ subject: 'Your order', html, text: '' }, taken));
}
