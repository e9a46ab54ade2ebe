import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CommanderError } from 'commander';
import { defaultEnvironments, readOptions } from '../../local/options.ts';

const { POSTRIDER_DATA: before } = process.env;
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
  delete process.env.POSTRIDER_DATA;
  if (before !== undefined) process.env.POSTRIDER_DATA = before;
});

function exitCodeOf(argv: string[]): number | undefined {
  try {
    readOptions(argv);
    return undefined;
  } catch (error) {
    return error instanceof CommanderError ? error.exitCode : Number.NaN;
  }
}

describe('the options', () => {
  test('have defaults', () => {
    expect(readOptions([])).toEqual({
      port: 3000,
      dashboardPort: 3001,
      data: '.local',
      fresh: false,
      environments: defaultEnvironments,
    });
  });

  test('are read', () => {
    const argv =
      '--port 0 --data d --fresh --environments 1 --ses-endpoint http://127.0.0.1:1 --dynamodb-endpoint http://db:8000 --dns [::1]:5353 --oidc-issuer http://127.0.0.1:2';

    expect(readOptions(argv.split(' '))).toEqual({
      port: 0,
      dashboardPort: 0,
      data: 'd',
      fresh: true,
      environments: 1,
      sesEndpoint: 'http://127.0.0.1:1',
      dynamodbEndpoint: 'http://db:8000',
      dns: { host: '::1', port: 5353 },
      oidc: { issuer: 'http://127.0.0.1:2', clientId: 'local' },
    });
  });

  test('let the dashboard have a port of its own', () => {
    expect(readOptions(['--port', '0', '--dashboard-port', '4000'])).toMatchObject({
      port: 0,
      dashboardPort: 4000,
    });
    expect(readOptions(['--port', '4000'])).toMatchObject({ port: 4000, dashboardPort: 3001 });
  });

  test.each([
    ['named', ['folder'], 'folder'],
    ['empty', [''], '.local'],
  ])('take the data folder from the environment: %s', (_, [value], data) => {
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
    [['--oidc-client', 'x'], "option '--oidc-client <id>' needs '--oidc-issuer <url>'"],
    [['--fersh'], 'Did you mean --fresh?'],
    [['--port'], 'argument missing'],
    [['extra'], 'too many arguments'],
  ])('are refused in words: %j', (argv, sentence) => {
    expect(exitCodeOf(argv)).toBe(1);
    expect(said.join('')).toContain(sentence);
  });

  test('explain themselves, which is no error', () => {
    expect(exitCodeOf(['--help'])).toBe(0);
    expect(said.join('')).toContain('Example:\n  npm start -- --port 4000');
  });
});
