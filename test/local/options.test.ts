import { CommanderError } from 'commander';
import { readOptions } from '../../local/options.ts';
import { defaultEnvironments } from '../../local/start-command.ts';
import { restoreVariables } from '../end-of-file.ts';
import { afterEach, beforeEach, expect, jest, test } from '../jest.ts';

const said: string[] = [];

beforeEach(() => {
  delete process.env.POSTRIDER_DATA;
  said.length = 0;
  const keep = (text: string | Uint8Array) => said.push(String(text)) > 0;
  jest.spyOn(process.stderr, 'write').mockImplementation(keep);
  jest.spyOn(process.stdout, 'write').mockImplementation(keep);
});

afterEach(() => {
  jest.restoreAllMocks();
  restoreVariables();
});

function exitCodeOf(argv: string[]): number | undefined {
  try {
    readOptions(argv);
    return undefined;
  } catch (error) {
    return error instanceof CommanderError ? error.exitCode : Number.NaN;
  }
}

test('npm start has defaults for its options', () => {
  expect(readOptions([])).toEqual({
    port: 3000,
    dashboardPort: { port: 3001, option: '--dashboard-port', givesWay: true },
    inboxPort: { port: 3002, option: '--inbox-port', givesWay: true },
    smtpPort: { port: 2525, option: '--smtp-port', givesWay: true },
    data: '.local',
    fresh: false,
    demoData: false,
    strict: false,
    verified: [],
    tenants: false,
    pauseAccount: [],
    fastForward: 0,
    environments: defaultEnvironments,
  });
});

test('npm start reads its options', () => {
  const argv =
    '--port 0 --data d --fresh --demo-data --fast-forward 24h --environments 1 --ses-endpoint http://127.0.0.1:1 --dynamodb-endpoint http://db:8000 --dns [::1]:5353 --oidc-issuer http://127.0.0.1:2';

  expect(readOptions(argv.split(' '))).toEqual({
    port: 0,
    dashboardPort: { port: 0, option: '--dashboard-port', givesWay: false },
    inboxPort: { port: 0, option: '--inbox-port', givesWay: true },
    smtpPort: { port: 0, option: '--smtp-port', givesWay: true },
    data: 'd',
    fresh: true,
    demoData: true,
    strict: false,
    verified: [],
    tenants: false,
    pauseAccount: [],
    fastForward: 24 * 60 * 60_000,
    environments: 1,
    sesEndpoint: 'http://127.0.0.1:1',
    dynamodbEndpoint: 'http://db:8000',
    dns: { host: '::1', port: 5353 },
    oidc: { issuer: 'http://127.0.0.1:2', clientId: 'local' },
  });
});

test('npm start shows the dashboard as the roles see it, and refuses an unknown role and roles beside a sign-in', () => {
  const issuer = ['--oidc-issuer', 'http://127.0.0.1:2'];

  expect(readOptions(['--as', 'author', '--as', 'support']).as).toEqual(['support', 'author']);
  expect(exitCodeOf(['--as', 'boss'])).toBe(1);
  expect(exitCodeOf(['--as', 'viewer', ...issuer])).toBe(1);
  expect(said.join('')).toBe(
    "error: option '--as <role>' must be one of viewer, support, author, publisher, admin\n" +
      "error: option '--as <role>' cannot be used with option '--oidc-issuer <url>': roles come from user invite\n",
  );
});

test('given ports of the dashboard, the inbox and SMTP are fixed', () => {
  const words = '--port 0 --dashboard-port 4000 --inbox-port 4001 --smtp-port 4002'.split(' ');

  expect(readOptions(words)).toMatchObject({
    port: 0,
    dashboardPort: { port: 4000, givesWay: false },
    inboxPort: { port: 4001, givesWay: false },
    smtpPort: { port: 4002, givesWay: false },
  });
  expect(readOptions(['--port', '4000'])).toMatchObject({
    port: 4000,
    dashboardPort: { port: 4001, givesWay: true },
    inboxPort: { port: 4002, givesWay: true },
  });
  expect(readOptions(['--port', '65535'])).toMatchObject({ inboxPort: { port: 0 } });
});

test("a given dashboard port is kept, even if it is the inbox's default", () => {
  expect(readOptions(['--dashboard-port', '3002'])).toMatchObject({
    dashboardPort: { port: 3002, givesWay: false },
    inboxPort: { port: 0 },
  });
});

test('--verified names verified identities of a strict run', () => {
  const words = '--strict --verified a@b.example --verified c.example'.split(' ');

  expect(readOptions(words)).toMatchObject({
    strict: true,
    verified: ['a@b.example', 'c.example'],
  });
});

test.each([
  ['start', '--inbox-port and --strict for itself. Write -- before the options: npm start -- …'],
  ['postrider', ': npm run -s postrider -- …'],
])('options that npm took from npm run %s are refused, and named', (script, sentence) => {
  const taken = { npm_config_inbox_port: 'true', npm_config_strict: 'true' };
  Object.assign(process.env, { npm_lifecycle_event: script, ...taken });

  expect(exitCodeOf(['1'])).toBe(1);
  expect(said.join('')).toContain(sentence);
});

test('options that npm took do not matter if the command line has them too, or if npm did not start the run', () => {
  process.env.npm_config_port = '1';

  process.env.npm_lifecycle_event = 'start';
  const given = [readOptions(['--port', '7']).port, readOptions(['--port=8']).port];
  process.env.npm_lifecycle_event = 'test';

  expect([...given, readOptions([]).port]).toEqual([7, 8, 3000]);
});

test.each([
  ['named', ['folder'], 'folder'],
  ['empty', [''], '.local'],
])('the data folder is read from the environment: %s', (_, [value], data) => {
  process.env.POSTRIDER_DATA = value;

  expect(readOptions([]).data).toBe(data);
  expect(readOptions(['--data', 'other']).data).toBe('other');
});

test.each([
  [['--port', '70000'], 'It must be a whole number from 0 to 65535.'],
  [['--port', '1e3'], 'It must be a whole number from 0 to 65535.'],
  [['--port', '-1'], 'It must be a whole number from 0 to 65535.'],
  [['--environments', '0'], 'It must be a whole number from 1 to 1000.'],
  [['--ses-endpoint', 'localhost:1'], 'It must be an address like http://127.0.0.1:8000.'],
  [['--dynamodb-endpoint', ''], 'It must be an address like http://127.0.0.1:8000.'],
  [['--dns', 'http://a'], 'It must be a host and a port, like 127.0.0.1:53.'],
  [['--dashboard-port', 'x'], 'It must be a whole number from 0 to 65535.'],
  [['--oidc-issuer', 'here'], 'It must be an address like http://127.0.0.1:8000.'],
  [['--inbox-port', '-'], 'It must be a whole number from 0 to 65535.'],
  [['--verified', 'b.example'], "option '--verified <address>' needs '--strict'"],
  [['--pause-account', 'acc_1'], "option '--pause-account <id>' needs option '--tenants'"],
  [['--strict', '--verified', 'Ann <a@b.example>'], 'It must be an address or a domain'],
  [['--strict', '--verified', 'a@'], 'It must be an address or a domain'],
  [
    ['--strict', '--ses-endpoint', 'http://127.0.0.1:1'],
    "option '--strict' cannot be used with option '--ses-endpoint <url>'",
  ],
  [['--oidc-client', 'x'], "option '--oidc-client <id>' needs '--oidc-issuer <url>'"],
  [['--fersh'], 'Did you mean --fresh?'],
  [['--port'], 'argument missing'],
  [['extra'], 'too many arguments'],
])('wrong options are refused in words: %j', (argv, sentence) => {
  expect(exitCodeOf(argv)).toBe(1);
  expect(said.join('')).toContain(sentence);
});

test('--help explains the options, and is no error', () => {
  expect(exitCodeOf(['--help'])).toBe(0);
  expect(said.join('')).toContain('Example:\n  npm start -- --port 4000');
});
