import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { CommanderError } from 'commander';
import { writeDeployment } from '../../../local/deployment-file.ts';
import { Failure } from '../../../local/failure.ts';
import { readSamOptions } from '../../../local/sam/options.ts';
import { writeSamFiles } from '../../../local/sam/sam-files.ts';

const data = mkdtempSync(join(tmpdir(), 'postrider-sam-'));
afterAll(() => rmSync(data, { recursive: true }));

const noRun = new Failure(
  `No local run is up in ${data}, whose tables, mail and DNS sam local would use: start one with npm start, and leave it running.`,
);

describe('npm run sam-template', () => {
  test('says in a sentence that there is no local run, or that it has ended', async () => {
    const write = () => writeSamFiles({ data, out: join(data, 'sam') });

    await expect(write()).rejects.toEqual(noRun);
    writeDeployment(join(data, 'deployment.json'), {
      baseUrl: 'http://127.0.0.1:3000/v1',
      apiKey: 'pr_secret',
      accountId: 'acc_1',
      inboxUrl: null,
      dashboardUrl: null,
      dynamodbEndpoint: 'http://127.0.0.1:1',
      sesEndpoint: 'http://127.0.0.1:2',
      apiGatewayEndpoint: 'http://127.0.0.1:3',
      dnsServer: '127.0.0.1:4',
      region: 'us-east-1',
      // More than any system gives out.
      pid: 2 ** 30,
      outputs: {},
    });
    await expect(write()).rejects.toEqual(noRun);
  });

  test.each([
    [['--relay', '0.0.0.0'], 'Everyone in the network could read the tables'],
    [['--relay', 'docker0'], 'It must be an IPv4 address'],
    [['extra'], 'too many arguments'],
  ])('%j is wrong usage', (argv, sentence) => {
    const stderr = process.stderr.write;
    let said = '';
    process.stderr.write = ((text: string) => {
      said += text;
      return true;
    }) as typeof stderr;

    try {
      expect(() => readSamOptions(argv)).toThrow(CommanderError);
    } finally {
      process.stderr.write = stderr;
    }
    expect(said).toContain(sentence);
  });
});
