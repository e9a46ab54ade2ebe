import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';
import { readOptions as fuzzOptions } from '../../trials/fuzz/options.ts';
import { readOptions as soakOptions } from '../../trials/soak/options.ts';
import { expect, test } from '../jest.ts';

const workflow = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({
      strategy: z
        .object({ matrix: z.object({ command: z.array(z.string()).optional() }) })
        .optional(),
      'timeout-minutes': z.number(),
      steps: z.array(z.object({ run: z.string().optional() })),
    }),
  ),
});

const folder = new URL('../../.github/workflows/', import.meta.url);
const workflows = readdirSync(fileURLToPath(folder)).map((name) => ({
  name,
  jobs: Object.values(workflow.parse(parse(readFileSync(new URL(name, folder), 'utf8'))).jobs),
}));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

const commands = workflows.flatMap(({ name, jobs }) =>
  jobs.flatMap(({ steps, strategy }) => {
    const ways = strategy?.matrix.command ?? [''];
    return steps.flatMap(({ run }) =>
      run === undefined
        ? []
        : ways.map((way) => ({
            name,
            words: run
              .replace(/\$\{\{ matrix\.command \}\}/, way)
              .replace('"$SEED"', '1')
              .split(' '),
          })),
    );
  }),
);

const readers: Readonly<Record<string, (argv: readonly string[]) => unknown>> = {
  fuzz: fuzzOptions,
  soak: soakOptions,
};

test.each(commands.map(({ name, words }) => [name, words.join(' '), words] as const))(
  'the workflow %s runs a command that exists: %s',
  (_name, _command, [npm, verb, script = '', dashes, ...rest]) => {
    expect(npm).toBe('npm');
    if (verb !== 'run') {
      expect(['install', 'test']).toContain(verb);
      return;
    }
    expect(Object.keys(scripts)).toContain(script);
    if (dashes === '--') expect(() => readers[script]?.(rest)).not.toThrow();
  },
);
