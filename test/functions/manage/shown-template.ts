import { anyTime } from './dashboard.ts';

/** The optional fields of a template. */
export const writtenTemplate = {
  layout: null,
  language: null,
  languages: {},
  text: null,
  testData: {},
  flow: null,
  keep: null,
  secret: [],
  tags: [],
};

/** The fields of a template in lists, besides its names and revision. */
export const summaryOfTemplate = {
  kind: 'template',
  isLayout: false,
  uses: [],
  tags: [],
  languageTags: [],
  flowStatus: 'none',
  updatedAt: anyTime,
  updatedBy: 'local',
  deletedAt: null,
  paused: null,
  draft: null,
};

/** A whole template as the dashboard's API shows it; `own` has its names, its content and its revision. */
export const shownTemplate = (own: object) => ({
  ...writtenTemplate,
  ...summaryOfTemplate,
  variables: [],
  usedBy: [],
  ...own,
});
