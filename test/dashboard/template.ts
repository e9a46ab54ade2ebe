import { problemOf } from '../../dashboard/src/api/problem.ts';
import type { Draft } from '../../dashboard/src/draft/draft.ts';
import type { Template } from '../../functions/manage/contracts/templates.ts';

/** The content of a draft. A new template has the same, except that a draft's test data are text. */
export const draft: Draft = {
  ...{ name: 'Letter', layout: null, subject: 'Hi', html: '<p>Hi</p>', text: null },
  ...{ language: null, languages: {}, testData: '{}', flow: null, keep: null, secret: [] },
  tags: [],
};

/** A template as the service serves it, without a flow. */
export const templateOf = (given: Partial<Template> = {}): Template => ({
  ...{ ...draft, id: 'letter', kind: 'template', isLayout: false, uses: [], testData: {} },
  ...{ flowStatus: 'none', revision: 1, updatedAt: '2026-11-21T12:00:00.000Z', updatedBy: null },
  ...{ languageTags: [], deletedAt: null, paused: null, draft: null, variables: [], usedBy: [] },
  ...given,
});

/** The service's refusal of a request with these errors. */
export const refusalOf = (
  ...errors: { pointer: string; detail: string; line?: number; column?: number }[]
) =>
  problemOf(400, {
    ...{ type: 'about:blank', code: 'invalid', title: 'The request is invalid', status: 400 },
    ...{ requestId: 'r', errors },
  });
