import type { Template } from '../../../../functions/manage/contracts/templates.ts';

/** A template that sends. Its test data have only one of its variables. */
export const template: Template = {
  id: 'welcome',
  kind: 'template',
  isLayout: false,
  name: 'Welcome',
  layout: null,
  uses: [],
  subject: 'Welcome, {{name}}',
  html: '<p>{{name}} {{link}} {{place|here}}</p>',
  text: null,
  language: null,
  languages: {},
  testData: { name: "Ada O'Neil" },
  flow: null,
  keep: null,
  secret: [],
  flowStatus: 'provider',
  revision: 1,
  updatedAt: '2026-11-21T12:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  draft: null,
  variables: [
    { name: 'name', within: [], uses: ['value'], required: true, defaults: [] },
    { name: 'link', within: [], uses: ['value'], required: true, defaults: [] },
    { name: 'place', within: [], uses: ['value'], required: false, defaults: ['here'] },
  ],
  usedBy: [],
};
