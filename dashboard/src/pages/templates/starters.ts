import type { NewTemplate } from '../../../../functions/manage/contracts/templates.ts';
import blank from './starters/blank.html?raw';
import letter from './starters/letter.html?raw';

/** A choice of what a new template begins with. */
export interface Starter {
  value: 'blank' | 'letter';
  label: string;
  description: string;
  content: Pick<NewTemplate, 'subject' | 'html' | 'testData'>;
}

export const starters: readonly [Starter, ...Starter[]] = [
  {
    value: 'letter',
    label: 'Welcome letter',
    description: 'A card with a headline, a text and a button, light and dark',
    content: {
      subject: 'Welcome to {{product|our product}}, {{name|friend}}',
      html: letter,
      testData: { name: 'Ada', product: 'Postrider', start_url: 'https://example.com/start' },
    },
  },
  {
    value: 'blank',
    label: 'Blank',
    description: 'An empty page with one line',
    content: { subject: 'Hello {{name|there}}', html: blank, testData: { name: 'Ada' } },
  },
];
