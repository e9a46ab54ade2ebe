import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';

/** What calling the flow of a template does. */
export const flowWords: Readonly<Record<TemplateSummary['flowStatus'], string>> = {
  none: 'No flow',
  callback: 'Returns HTML',
  provider: 'Sends',
};
