/**
 * Renders the mail of 12 KB once, in a process of its own, and prints the microseconds that it took
 * from what is stored to the HTML: ours from a stored program, in a function that has loaded, the others
 * from their source.
 */
import { readPrograms } from '../../shared/render/compiled-template.ts';
import { HtmlOutput } from '../../shared/render/program/html-output.ts';
import { runProgram } from '../../shared/render/program/run-program.ts';
import { warmUp } from '../../shared/render/warm-up.ts';
import { engines } from './engines.ts';
import { mails } from './mails.ts';

const [engine = '', stored = ''] = process.argv.slice(2);
const [mail] = mails;
if (!mail) throw new Error('There is no mail to be rendered');

const render =
  engine === 'postrider'
    ? () => {
        const programs = readPrograms(JSON.parse(stored));
        return programs && runProgram(programs.html, mail.variables, new HtmlOutput(), []);
      }
    : () => engines[engine]?.(mail)();

if (engine === 'postrider') warmUp();

const startMs = performance.now();
const rendered = render();
const us = (performance.now() - startMs) * 1000;
process.stdout.write(JSON.stringify({ us, rendered }));
