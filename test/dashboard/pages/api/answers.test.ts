import { expect, test } from '@jest/globals';
import {
  executeAnswers,
  renderAnswers,
  requiredNames,
} from '../../../../dashboard/src/pages/api/answers.ts';
import { template } from './template.ts';

const withoutRequired = { ...template, variables: [] };

const typesOf = (answers: ReturnType<typeof executeAnswers>) =>
  answers.map(({ body }) => JSON.parse(JSON.stringify(body)).type);

test('a flow that sends may come to every outcome but a callback', () => {
  expect(typesOf(executeAnswers(template))).toEqual([
    'sent',
    'validation_failed',
    'validation_failed',
    'send_failed',
    'send_failed',
    'flow_error',
  ]);
});

test('a flow that sends nothing hands back', () => {
  expect(typesOf(executeAnswers({ ...withoutRequired, flowStatus: 'none' }))).toEqual([
    'callback',
    'flow_error',
  ]);
});

test('execute and render name what is required as the API does', () => {
  const error = 'Missing required variables: name, link';

  expect(requiredNames(template)).toEqual(['name', 'link']);
  expect(executeAnswers(template)[1]).toEqual({
    status: 200,
    when: 'a required variable is missing',
    body: { success: false, type: 'validation_failed', error, field: 'name' },
    isGood: false,
  });
  expect(renderAnswers(template)[1]).toEqual({
    status: 400,
    when: 'required variables are missing, all of them at once',
    body: { error },
    isGood: false,
  });
});

test('where nothing is required nothing can be missing', () => {
  expect(renderAnswers(withoutRequired)).toHaveLength(1);
});
