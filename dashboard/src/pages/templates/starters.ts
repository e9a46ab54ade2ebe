import type { NewTemplate } from '../../../../functions/manage/contracts/templates.ts';
import invite from '../../../../templates/invite/body.html?raw';
import inviteData from '../../../../templates/invite/test-data.json' with { type: 'json' };
import receipt from '../../../../templates/receipt/body.html?raw';
import receiptData from '../../../../templates/receipt/test-data.json' with { type: 'json' };
import blank from './starters/blank.html?raw';
import layout from './starters/layout.html?raw';
import letter from './starters/letter.html?raw';
import partial from './starters/partial.html?raw';

export interface Starter {
  value: 'letter' | 'receipt' | 'invite' | 'blank' | 'partial' | 'layout';
  label: string;
  description: string;
  name: string;
  content: Pick<NewTemplate, 'kind' | 'subject' | 'html' | 'testData'>;
}

export const starters: readonly [Starter, ...Starter[]] = [
  {
    value: 'letter',
    label: 'Welcome letter',
    description: 'A headline, a text and a button',
    name: 'Welcome letter',
    content: {
      subject: 'Welcome to {{product|our product}}, {{name|friend}}',
      html: letter,
      testData: { name: 'Ada', product: 'Postrider', start_url: 'https://example.com/start' },
    },
  },
  {
    value: 'receipt',
    label: 'Receipt',
    description: 'A list of what was bought, and its total',
    name: 'Receipt',
    content: {
      subject: 'Your receipt{{#order}} for order {{order}}{{/order}}',
      html: receipt,
      testData: receiptData,
    },
  },
  {
    value: 'invite',
    label: 'Invitation',
    description: 'Who invites, a code and a button',
    name: 'Invitation',
    content: {
      subject: '{{inviter}} invites you to {{team}}',
      html: invite,
      testData: inviteData,
    },
  },
  {
    value: 'blank',
    label: 'Blank',
    description: 'An empty page with one line',
    name: 'Untitled template',
    content: { subject: 'Hello {{name|there}}', html: blank, testData: { name: 'Ada' } },
  },
  {
    value: 'partial',
    label: 'Partial',
    description: 'A piece of HTML that templates take by its id, such as a footer',
    name: 'Untitled partial',
    content: { kind: 'partial', subject: '', html: partial, testData: { company: 'Postrider' } },
  },
  {
    value: 'layout',
    label: 'Layout',
    description: 'The HTML around templates, which choose it in their editor',
    name: 'Untitled layout',
    content: { kind: 'partial', subject: '', html: layout },
  },
];

export const mails = starters.slice(0, 3);

export const others = starters.slice(3);
