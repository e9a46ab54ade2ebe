import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withZones } from '../../bin/zones-table.ts';
import zones from '../../zones.json' with { type: 'json' };
import { beforeAll, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: readonly { name: string }[];
};

/** For each rule a file that breaks it, and the file's import. */
const breaches: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(zones.map(({ zone }) => [`zone ${zone}`, strayImport(zone)])),
  'functions know no other': { 'functions/one/run.ts': "import '../other/run.ts';" },
  'command groups know no other': {
    'cli/commands/one/run.ts': "import '../other/run.ts';",
    'cli/commands/other/run.ts': 'export {};',
  },
  "no circle of the CLI's folders": {
    'cli/one/above.ts': "import '../other/between.ts';",
    'cli/other/between.ts': "import '../one/below.ts';",
    'cli/one/below.ts': 'export {};',
  },
  'no circle': { 'lib/one.ts': "import './other.ts';", 'lib/other.ts': "import './one.ts';" },
  'adapters know the SDK': { 'shared/message/asks-ses.ts': "import '@aws-sdk/client-sesv2';" },
  'the engine is pure': { 'shared/engine/verify/asks-dns.ts': "import 'node:dns';" },
  'the domain asks no network': { 'shared/keys/reads-a-file.ts': "import 'node:fs';" },
  'shared is bundled': { 'shared/message/unused.ts': 'export {};' },
};

/** A file with a forbidden import: of the trials, or of the page if the zone is the trials. */
function strayImport(zone: string): Record<string, string> {
  const strayed = zone === 'trials' ? 'dashboard/src/main.ts' : 'trials/bench/main.ts';
  const up = '../'.repeat(zone.split('/').length);
  return { [`${zone}/strays.ts`]: `import '${up}${strayed}';` };
}

const folder = temporaryFolder();
let errors: readonly { rule: string; from: string }[];

beforeAll(async () => {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = { ...startingPoints, ...Object.assign({}, ...Object.values(breaches)) };
  for (const [path, text] of Object.entries<string>(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  errors = await cruise(folder);
});

/** The files that the breaches import, and the handler from which `shared is bundled` starts. */
const startingPoints = {
  'tsconfig.json': '{}',
  'trials/bench/main.ts': 'export {};',
  'dashboard/src/main.ts': 'export {};',
  'functions/other/run.ts': 'export {};',
  'functions/other/handler.ts': 'export {};',
};

async function cruise(cwd: string): Promise<{ rule: string; from: string }[]> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(root, '.dependency-cruiser.cjs');
  const rooms = 'bin cli client dashboard functions lib local shared trials'.split(' ');
  const words = [program, '--config', config, '--output-type', 'json', ...rooms];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  // For an unreachable file, the violation ends at the file instead of starting there.
  return summary.violations.map(({ rule: { name }, from, to }) => ({
    rule: name,
    from: name === 'shared is bundled' ? to : from,
  }));
}

test('each import rule has a file that breaks it', () => {
  expect(Object.keys(breaches).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test.each(Object.entries(breaches))('the linter catches a breach of "%s"', (rule, files) => {
  const [file = ''] = Object.keys(files);
  expect(errors).toContainEqual({ rule, from: rule.endsWith('folders') ? dirname(file) : file });
});

test('CONTRIBUTING.md shows the table of zones.json', async () => {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  expect(withZones(page)).toBe(page);
});
