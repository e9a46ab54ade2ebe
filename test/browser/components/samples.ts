import { ServiceProblem } from '../../../dashboard/src/api/problem.ts';
import { type MessageState, stateWords } from '../../../dashboard/src/parts/message-states.ts';
import type { MessageSummary } from '../../../functions/manage/contracts/messages.ts';
import type { Check } from '../../../functions/manage/contracts/sending.ts';

/** All states of a message. */
export const states = Object.keys(stateWords) as MessageState[];

const long = (text: string) => text.repeat(Math.ceil(200 / text.length)).slice(0, 200);

/** Names of 200 characters: without a space, in Arabic, Chinese, Thai, with combining marks, and of emoji. */
export const longNames = [
  long('receipt_'),
  long('إيصال الشراء '),
  long('收据'),
  long('ใบเสร็จ'),
  long('Z͑ͫa̴l̵g̸o̷ '),
  long('📬✉️ '),
  'Receipt \u202eevil',
] as const;

const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const message = (id: string, state: MessageState, others: Partial<MessageSummary>) => ({
  ...{ id, state, templateId: 'receipt', revision: 3, to: ['ada@example.com'] },
  ...{ subject: 'Your receipt', keyId: 'key_1', error: null, sendAt: null, language: null },
  createdAt: ago(3 * minute),
  ...others,
});

export const messages: readonly MessageSummary[] = [
  message('1', 'DELIVERED', { attachments: [{ name: 'receipt.pdf', bytes: 1200 }] }),
  message('2', 'BOUNCED', {
    ...{ to: ['nobody@example.com', 'eve@example.com'], keyId: null },
    createdAt: ago(90 * minute),
  }),
  message('3', 'REFUSED', {
    ...{ to: [`${long('a-very-long-name-')}@example.com`], subject: longNames[1] },
    ...{ error: longNames[1], createdAt: ago(50 * 60 * minute) },
  }),
];

const problem = { code: 'invalid', requestId: null, detail: undefined, errors: [] } as const;

export const refusal = new ServiceProblem({
  ...problem,
  ...{ status: 400, title: 'The request is invalid', revision: undefined },
  errors: [
    { pointer: '/subject', detail: 'must have at most 998 characters' },
    { pointer: '/html', detail: 'must not be empty' },
  ],
});

export const fault = new ServiceProblem({
  ...problem,
  ...{ status: 500, title: 'Internal server error', requestId: 'req_7Yk2', revision: undefined },
});

const refetch = () => undefined;
export const loading = { data: undefined, isError: false, error: null, refetch } as const;
export const failed = { data: undefined, isError: true, error: fault, refetch } as const;

/** A list of which more can be read. */
export const more = {
  ...{ hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, error: null },
  fetchNextPage: () => Promise.reject(fault),
} as const;

export const usage = [3, 8, 5, 0, 0, 12, 9, 14].map((requests, day) => ({
  date: `2026-05-0${day + 1}`,
  requests: requests * 100,
}));

export const brokenCheck: Check = {
  ...{ code: 'dkim', status: 'broken', found: 'acme.example has no DKIM' },
  why: 'Without it many mailboxes reject the mails',
  fix: [{ kind: 'record', text: 'abc._domainkey.acme.example CNAME abc.dkim.amazonses.com' }],
};

export const source = `<!-- The receipt -->
<h1 class="title">Hello {{name}}</h1>
{{#items}}<p style="color: #333">{{quantity}} × {{title}}</p>{{/items}}
`;
