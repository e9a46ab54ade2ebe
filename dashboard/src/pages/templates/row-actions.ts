import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

/** What the page does with a template of its list. */
export interface RowActions {
  onDuplicate: (template: TemplateSummary) => void;
  onRename: (template: TemplateSummary) => void;
  onDelete: (template: TemplateSummary) => void;
}

/** The name of the button that opens a row's menu. */
export const moreAbout = ({ name }: TemplateSummary) => `More about ${name}`;
