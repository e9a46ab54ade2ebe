import { problems } from './contracts/problem.ts';

/** Knows no route yet. */
export const handler = async () => ({
  statusCode: problems.not_found.status,
  headers: { 'content-type': 'application/problem+json' },
  body: JSON.stringify({
    type: 'about:blank',
    code: 'not_found',
    ...problems.not_found,
    errors: [],
  }),
});
