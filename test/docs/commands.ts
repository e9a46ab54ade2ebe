import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { createProgram } from '../../cli/program.ts';
import { addStartCommand } from '../../local/start-command.ts';

/** A document of the project, by its path. */
export function documentText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
}

/** The text below a heading, up to the next heading of its level or above. */
export function sectionOf(document: string, heading: string): string {
  const lines = document.split('\n');
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && /^#/.test(line));
  if (start < 0) throw new Error(`There is no heading ${heading}`);
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0;
  const ends = (line: string) => /^#+ /.test(line) && line.indexOf(' ') <= level;
  const length = lines.slice(start + 1).findIndex(ends);
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join('\n');
}

/** The code of all blocks for a shell, a command on each line; a block may name no language. */
function shellOf(text: string): string {
  const blocks = [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)];
  const forShells = blocks.filter(([, language = '']) => ['', 'sh', 'bash'].includes(language));
  return forShells.map(([, , code = '']) => code.replace(/\\\n/g, ' ')).join('\n');
}

/** The words of every `postrider` command in a text, up to the first shell operator. */
export function commandsIn(text: string): string[][] {
  const found = shellOf(text).matchAll(
    /(?:npm run -s postrider --|npx (?:--no-install )?postrider) ([^\n>|&;()#]+)/g,
  );
  return [...found].map(([, words = '']) => wordsOf(words));
}

function wordsOf(text: string): string[] {
  const words = text.matchAll(/"([^"]*)"|\S+/g);
  return [...words].map(([word, quoted]) => quoted ?? word);
}

/** Parses the words as the CLI does, and runs nothing. Returns the name of the command. */
export async function parsed(words: readonly string[]): Promise<string> {
  let ran = '';
  const start = async () => addStartCommand;
  const program = await createProgram(() => {}, [], { start });
  const replace = (command: Command) => {
    command.commands.forEach(replace);
    if (command.commands.length > 0) return;
    command.action(() => {
      ran = command.name();
    });
  };
  replace(program);
  await program.parseAsync(words, { from: 'user' });
  return ran;
}
