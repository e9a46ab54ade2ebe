import { synthesisFailure } from '../../../local/template/synthesise.ts';
import { expect, test } from '../../jest.ts';

test.each([
  [
    'its own sentence, without what the bundler prints',
    'npm warn Unknown user config\nBundling asset x/Code/Stage...\npostrider.json: senders must be a list\n',
    'postrider.json: senders must be a list',
  ],
  [
    'an error, without the stack',
    'file:///app.ts:3\n  throw x\n        ^\n\nTypeError: a is not a function\n    at file:///app.ts:3:1\n\nNode.js v24',
    'The CDK app does not synthesise: TypeError: a is not a function',
  ],
  [
    'an error with a code',
    'node:internal/x\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package "a"\n    at b',
    'The CDK app does not synthesise: Error [ERR_MODULE_NOT_FOUND]: Cannot find package "a"',
  ],
  [
    'an error of CDK',
    'node:internal/x\n    triggerUncaughtException(\n\n[«BadName» Name is taken\n...aws-cdk-lib...',
    'The CDK app does not synthesise: Name is taken',
  ],
  [
    'an error of the bundler, with its place',
    'Bundling asset x/Code/Stage...\n✘ [ERROR] No matching export for "x"\n\n    shared/a.ts:3:32:\n      3 | x\n\nError: Failed to bundle asset',
    'The CDK app does not synthesise: shared/a.ts:3:32: No matching export for "x"',
  ],
  ['nothing', '', 'The CDK app does not synthesise, and does not say why.'],
])('the message of an app that does not synthesise is printed: %s', (_, stderr, sentence) => {
  expect(synthesisFailure(stderr)).toBe(sentence);
});
