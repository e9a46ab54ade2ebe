import type { Endpoint } from '../../lib/routes.ts';

/** A request of docs/llms.txt, and its answer, in which `…` stands for any text. A test runs each. */
export interface PageExample {
  /** What the example shows, as a sentence. */
  about: string;
  /** Whether the request has a test key. Default: false. */
  test?: boolean;
  headers?: Record<string, string>;
  request: object;
  answer: object;
}

const [_to, text] = ['someone@inbox.example.com', '…'];
const recipient = 'bounce+agent@simulator.amazonses.com';
const sent = { success: true, type: 'sent', messageId: 'captured-…' };

/** The examples of each endpoint, in the order in which they are run. */
export const pageExamples: Record<Endpoint, readonly PageExample[]> = {
  render: [
    {
      about: 'The variables of the template `welcome`.',
      request: { template_id: 'welcome', variables: { name: 'Ada' } },
      answer: { html: '<!DOCTYPE html>…', subject: 'Welcome to Postrider, Ada' },
    },
    {
      about: 'A variable is missing.',
      request: { template_id: 'welcome', variables: {} },
      answer: { error: 'Missing required variables: name' },
    },
  ],
  execute: [
    {
      about: 'Sends a mail, at most once for this Idempotency-Key.',
      test: true,
      headers: { 'Idempotency-Key': 'order-1001-welcome' },
      request: { templateId: 'welcome', variables: { name: 'Ada' }, _to: recipient },
      answer: sent,
    },
    {
      about: 'The status is 200 as well if nothing was sent: check `success`.',
      request: { templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada' },
      answer: {
        ...{ success: false, type: 'validation_failed' },
        ...{ error: '_to is not a valid email address: it has no @', field: '_to' },
      },
    },
    {
      about: 'Sends a mail later.',
      request: {
        ...{ templateId: 'welcome', variables: { name: 'Ada' }, _to },
        ...{ _reference: 'order-1002', _sendAt: '2026-12-24T09:00:00Z' },
      },
      answer: { success: true, type: 'scheduled', id: text, sendAt: text },
    },
  ],
  verify: [
    {
      about: 'An address whose domain accepts mail.',
      request: { email: _to },
      answer: {
        email: _to,
        verification: {
          ...{ valid: true, format: true, domain: true, mxRecords: true },
          ...{ disposable: false, role: false },
        },
      },
    },
  ],
  message: [
    {
      about: 'The state of the mail of the test key above.',
      test: true,
      request: { to: recipient, since: '1h' },
      answer: {
        messages: [
          {
            ...{ id: text, messageId: 'captured-…', reference: null, templateId: 'welcome' },
            ...{ revision: 1, language: null, state: 'BOUNCED', createdAt: text, sendAt: null },
            recipients: [
              {
                ...{ address: recipient, field: '_to', state: 'BOUNCED' },
                ...{ at: text, reason: text, suppressed: false },
              },
            ],
            why: 'It was captured, not sent. …',
            content: {
              ...{ subject: 'Welcome to Postrider, Ada', html: '<!DOCTYPE html>…', text },
              ...{ variables: { name: 'Ada' }, links: ['https://…'] },
            },
          },
        ],
      },
    },
  ],
  cancel: [
    {
      about: 'Takes back the mail for later above.',
      request: { reference: 'order-1002' },
      answer: { cancelled: [text], tooLate: [] },
    },
  ],
  batch: [
    {
      about: 'Two mails, of which one is refused.',
      test: true,
      headers: { 'Idempotency-Key': 'orders-of-monday' },
      request: {
        templateId: 'welcome',
        messages: [
          { _to: recipient, variables: { name: 'Ada' } },
          { _to: 'nobody', variables: { name: 'Bob' } },
        ],
      },
      answer: {
        messages: [
          { success: true, type: 'scheduled', id: text, sendAt: text },
          {
            ...{ success: false, type: 'validation_failed' },
            error: '_to is not a valid email address: it has no @',
            ...{ field: '_to', id: text },
          },
        ],
      },
    },
  ],
};
