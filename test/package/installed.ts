import { execFile, spawn } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../bare-environment.ts';
import { askFor } from '../offer/ask.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { packedIn } from './install-package.ts';

const run = promisify(execFile);

const { PACKAGE_NODES, npm_node_execpath: ofNpm = process.execPath } = process.env;

/**
 * The Nodes to run the package with: those that PACKAGE_NODES names, separated by `:`. Default: the project's own, and
 * the one that runs npm.
 */
export const nodes = PACKAGE_NODES
  ? PACKAGE_NODES.split(delimiter)
  : [...new Set([process.execPath, ofNpm])];

/** A project with the packed postrider installed. */
export interface Installed {
  /** The project's folder. Its name has a space and letters that are not ASCII. */
  folder: string;
  /** The packed file. */
  archive: string;
}

/** The file of `npm pack`, which all test files share. */
export const pack = async () => packedIn(await askFor('package'));

/** Packs postrider and the client into the folder `vendor` of a project, as the README says. */
export async function vendor(project: string): Promise<void> {
  const folder = join(project, 'vendor');
  await mkdir(folder);
  const packed = await pack();
  await cp(packed, join(folder, basename(packed)));
  const words = ['pack', '--silent', '--pack-destination', folder];
  await run('npm', words, { cwd: join(import.meta.dirname, '../../client') });
}

/** Creates a project that has the packed postrider installed. */
export async function install(): Promise<Installed> {
  const shared = await askFor('package');
  const folder = join(temporaryFolder(), 'Grüße an alle');
  await cp(join(shared, 'project'), folder, { recursive: true, verbatimSymlinks: true });
  return { folder, archive: packedIn(shared) };
}

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  /** The working directory. */
  cwd: string;
  /** The folder of the project that has the package. Default: the working directory. */
  project?: string;
  /** The Node. Default: the one of the tests. */
  node?: string;
  environment?: Readonly<Record<string, string>>;
}

const command = 'node_modules/.bin/postrider';

function environmentOf({ node = process.execPath, environment = {} }: RunOptions) {
  const bare = bareEnvironment();
  // Node's compile cache would write beside the package.
  delete bare.NODE_COMPILE_CACHE;
  return { ...bare, PATH: `${dirname(node)}${delimiter}${bare.PATH}`, ...environment };
}

/** Runs the package's command in a project, as `npx postrider` does. */
export async function postrider(words: readonly string[], options: RunOptions): Promise<Ended> {
  const { cwd, project = cwd, node = process.execPath } = options;
  const started = run(node, [join(project, command), ...words], {
    cwd,
    env: environmentOf(options),
  });
  try {
    const { stdout, stderr } = await started;
    return { exitCode: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, stdout, stderr };
  }
}

/** A local run that the package started. */
export interface Started {
  stdout: string;
  /** Ends it as Ctrl-C does. Returns its exit code. */
  stop: () => Promise<number | null>;
}

/** Runs `postrider start` on free ports. Throws what it printed if it ends before it is ready. */
export function start(options: RunOptions, words: readonly string[] = []): Promise<Started> {
  const { cwd, node = process.execPath } = options;
  const child = spawn(node, [join(cwd, command), 'start', '--port', '0', ...words], {
    cwd,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = () => {
    child.kill('SIGINT');
    return ended;
  };
  let stdout = '';
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('Ctrl-C stops it')) resolve({ stdout, stop });
    });
    void ended.then((code) => reject(new Error(`postrider start ended with ${code}: ${stderr}`)));
  });
}
