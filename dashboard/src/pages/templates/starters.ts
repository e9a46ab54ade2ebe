import type { NewTemplate } from '../../../../functions/manage/contracts/templates.ts';
import invite from '../../../../templates/invite/body.html?raw';
import inviteData from '../../../../templates/invite/test-data.json' with { type: 'json' };
import receipt from '../../../../templates/receipt/body.html?raw';
import receiptData from '../../../../templates/receipt/test-data.json' with { type: 'json' };
import blank from './starters/blank.html?raw';
import letter from './starters/letter.html?raw';
import partial from './starters/partial.html?raw';

export interface Starter {
  value: string;
  label: string;
  description: string;
  name: string;
  content: Pick<NewTemplate, 'kind' | 'subject' | 'html' | 'testData'>;
}

interface Letter {
  subject: string;
  /** Default: the subject. */
  headline?: string;
  text: string;
  /** The words of the button, and the variable with its address. */
  button: [words: string, variable: string] | null;
  /** Why the recipient gets the mail. */
  reason: string;
  data: Record<string, unknown>;
}

/** The welcome letter with other words. */
function letterWith({ subject, headline = subject, text, button, reason }: Letter): string {
  const link = /<p style[^>]*>\s*<a href="[^"]*"([^>]*)>Get started<\/a>\s*<\/p>/;
  return letter
    .replace('<title>Welcome to {{product|our product}}', () => `<title>${headline}`)
    .replace('Welcome, {{name|friend}}', () => headline)
    .replace(/Your account with .* left to do\./, () => text)
    .replace(/You get this mail because .*\./, () => reason)
    .replace(link, (whole, style) =>
      button === null
        ? ''
        : whole.replace(
            /<a .*<\/a>/s,
            () => `<a href="{{${button[1]}|https://example.com}}"${style}>${button[0]}</a>`,
          ),
    );
}

const account = 'You get this mail because you have an account with {{product|our product}}.';
const order = 'You get this mail because you ordered from {{product|our shop}}.';
const someone = { name: 'Ada', product: 'Postrider' };

function mail(value: string, label: string, description: string, words: Letter): Starter {
  const { subject, data } = words;
  const content = { subject, html: letterWith(words), testData: { ...someone, ...data } };
  return starter(value, label, description, content);
}

const starter = (
  ...[value, label, description, content, name = label]: [
    ...[value: string, label: string, description: string],
    content: Starter['content'],
    name?: string,
  ]
): Starter => ({ value, label, description, name, content });

export const mails: readonly [Starter, ...Starter[]] = [
  starter('letter', 'Welcome letter', 'A headline, a text and a button', {
    subject: 'Welcome to {{product|our product}}, {{name|friend}}',
    html: letter,
    testData: { ...someone, start_url: 'https://example.com/start' },
  }),
  starter('receipt', 'Receipt', 'A list of what was bought, and its total', {
    subject: 'Your receipt{{#order}} for order {{order}}{{/order}}',
    html: receipt,
    testData: receiptData,
  }),
  starter('invite', 'Invitation', 'Who invites, a code and a button', {
    ...{ subject: '{{inviter}} invites you to {{team}}', html: invite, testData: inviteData },
  }),
  mail('reset', 'Password reset', 'A link that ends after an hour', {
    subject: 'Choose a new password',
    text: 'Hello {{name|there}}, someone asked for a new password for your account. The link works for one hour. If it was not you, ignore this mail: nothing has changed.',
    button: ['Choose a password', 'reset_url'],
    reason: account,
    data: { reset_url: 'https://example.com/reset/4f2a' },
  }),
  mail('confirm', 'Confirm address', 'A link that proves the address', {
    subject: 'Confirm your address',
    text: 'Hello {{name|there}}, please confirm that this address is yours. Then your account is complete.',
    button: ['Confirm', 'confirm_url'],
    reason: 'You get this mail because someone entered your address at {{product|our product}}.',
    data: { confirm_url: 'https://example.com/confirm/4f2a' },
  }),
  mail('code', 'Sign-in code', 'Six digits, and no link to click', {
    subject: '{{code}} is your code for {{product|our product}}',
    headline: 'Your code is {{code}}',
    text: 'Enter it where you sign in. It works for ten minutes. We never ask for it by phone or mail.',
    button: null,
    reason: account,
    data: { code: '482 913' },
  }),
  mail('shipped', 'Order shipped', 'Where the parcel is', {
    subject: 'Order {{order}} is on its way',
    headline: 'Your order is on its way',
    text: 'Hello {{name|there}}, your order {{order}} has left our warehouse{{#carrier}} with {{carrier}}{{/carrier}}.',
    button: ['Follow the parcel', 'tracking_url'],
    reason: order,
    data: { order: '1001', carrier: 'DHL', tracking_url: 'https://example.com/track/1001' },
  }),
  mail('invoice', 'Invoice', 'What is due, and until when', {
    subject: 'Invoice {{number}}',
    text: 'Hello {{name|there}}, your invoice of {{amount}} is ready. Please pay it until {{due}}.',
    button: ['See the invoice', 'invoice_url'],
    reason: account,
    data: { number: '2026-118', amount: '18.00 €', due: '14 December 2026' },
  }),
  mail('failed', 'Payment failed', 'Asks for another card', {
    subject: 'Your payment did not go through',
    text: 'Hello {{name|there}}, your bank refused the payment of {{amount}}. We try again in three days. Until then you can use another card.',
    button: ['Change the card', 'billing_url'],
    reason: account,
    data: { amount: '18.00 €', billing_url: 'https://example.com/billing' },
  }),
  mail('trial', 'Trial ends', 'A reminder before the last day', {
    subject: 'Your trial ends in {{days}} days',
    text: 'Hello {{name|there}}, keep your work by choosing a plan. Without one, your account becomes read-only.',
    button: ['Choose a plan', 'plans_url'],
    reason: account,
    data: { days: 3, plans_url: 'https://example.com/plans' },
  }),
  mail('digest', 'Weekly digest', 'A list of news', {
    subject: 'Your week at {{product|our product}}',
    headline: 'Your week',
    text: 'Hello {{name|there}}, this is what happened:{{#items}}<br><strong>{{title}}</strong>: {{text}}{{/items}}',
    button: ['Open', 'start_url'],
    reason: account,
    data: {
      items: [
        { title: 'Three new orders', text: 'two of them from new customers' },
        { title: 'One question', text: 'Grace asks about the delivery' },
      ],
    },
  }),
  mail('feedback', 'Feedback', 'One question, some days later', {
    subject: 'How was your order?',
    headline: 'How was it?',
    text: 'Hello {{name|there}}, your order {{order}} arrived some days ago. Two sentences help us and other customers.',
    button: ['Tell us', 'feedback_url'],
    reason: order,
    data: { order: '1001', feedback_url: 'https://example.com/feedback/1001' },
  }),
];

const emptyMail = { subject: 'Hello {{name|there}}', html: blank, testData: { name: 'Ada' } };
const emptyPartial = { subject: '', html: partial, testData: { company: 'Postrider' } };
const emptyLayout = { subject: '', html: blank.replace(/<p>.*<\/p>/, '{{> content}}') };
const [ofPartial, ofLayout] = [
  'A piece of HTML that templates take by its id, such as a footer',
  'The HTML around templates, which choose it in their editor',
];

export const others: readonly Starter[] = [
  starter('blank', 'Blank', 'An empty page with one line', emptyMail, 'Untitled template'),
  starter(
    'partial',
    'Partial',
    ofPartial,
    { kind: 'partial', ...emptyPartial },
    'Untitled partial',
  ),
  starter('layout', 'Layout', ofLayout, { kind: 'partial', ...emptyLayout }, 'Untitled layout'),
];

/** The starter with this value; the first one by default. */
export const starterOf = (value: string): Starter =>
  [...mails, ...others].find((each) => each.value === value) ?? mails[0];

/** The mails with all the words of a search in their label or description. */
export function mailsWith(search: string): Starter[] {
  const words = search.toLowerCase().split(/\s+/);
  return mails.filter(({ label, description }) => {
    const text = `${label} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
