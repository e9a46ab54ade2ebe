import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../../../../jest.ts';
import { temporaryFolder } from '../../../../temporary-folder.ts';
import { answerOf, runHere, wordsOf } from '../../../in-process.ts';
import { startService } from './local-service.ts';

const folder = temporaryFolder();
const ses = await startService('SES', {
  '/v2/email/templates?PageSize=100': {
    TemplatesMetadata: [{ TemplateName: 'Welcome' }],
    NextToken: 'n',
  },
  '/v2/email/templates?NextToken=n&PageSize=100': { TemplatesMetadata: [{ TemplateName: 'Bye' }] },
  '/v2/email/templates?PageSize=100&NextToken=n': { TemplatesMetadata: [{ TemplateName: 'Bye' }] },
  '/v2/email/templates/Welcome': {
    TemplateName: 'Welcome',
    TemplateContent: {
      Subject: 'Hello {{name}}',
      Html: '<p>{{#if name}}{{name}}{{else}}you{{/if}}</p>',
      Text: '',
    },
  },
  '/v2/email/templates/Bye': {
    TemplateName: 'Bye',
    TemplateContent: { Subject: 'Bye', Html: '<a href="{{amazonSESUnsubscribeUrl}}">x</a>' },
  },
});

const aws = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL_SESV2: ses.base,
};

test('the templates that SES stores in a region are imported with the AWS credentials at hand', async () => {
  const words = wordsOf('template import --from ses --region eu-west-1 --out templates --json');

  const ended = await runHere(words, aws, folder);
  expect(ended.stderr).toBe('');
  expect(answerOf(ended)).toMatchObject({
    exitCode: 1,
    answer: {
      templates: [
        { id: 'Welcome', problems: [], comparison: { state: 'same' } },
        { id: 'Bye', problems: [{ file: 'templates/Bye/body.html', line: 1, column: 10 }] },
      ],
    },
  });
  expect(await readFile(join(folder, 'templates/Welcome/body.html'), 'utf8')).toBe(
    '<p>{{#name}}{{name}}{{/name}}{{^name}}you{{/name}}</p>',
  );
  for (const { authorization } of ses.requests) expect(authorization).toContain('/eu-west-1/ses/');
});
