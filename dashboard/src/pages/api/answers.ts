import type { Template } from '../../../../functions/manage/contracts/templates.ts';

/** One thing that a call may come back with. */
export interface Answer {
  /** The HTTP status. */
  status: number;
  when: string;
  /** What the body looks like. */
  body: unknown;
  isGood: boolean;
}

/** Names of what has to be given with every request. */
export function requiredNames({ variables }: Pick<Template, 'variables'>): string[] {
  return [...new Set(variables.filter(({ required }) => required).map(({ name }) => name))];
}

export function executeAnswers(template: Template): Answer[] {
  const [first] = requiredNames(template);
  const missing: Answer[] = first
    ? [
        {
          status: 200,
          when: 'a required variable is missing',
          body: failure('validation_failed', {
            error: `Missing required variables: ${requiredNames(template).join(', ')}`,
            field: first,
          }),
          isGood: false,
        },
      ]
    : [];
  if (template.flowStatus !== 'provider') return [handedBack(), ...missing, misconfigured];
  return [sent, ...missing, badRecipient, notSent, lost, misconfigured];
}

export function renderAnswers(template: Template): Answer[] {
  const required = requiredNames(template);
  return [
    { status: 200, when: 'rendered', body: { html: '…', subject: '…' }, isGood: true },
    ...(required.length > 0
      ? [
          {
            status: 400,
            when: 'required variables are missing, all of them at once',
            body: { error: `Missing required variables: ${required.join(', ')}` },
            isGood: false,
          },
        ]
      : []),
  ];
}

export function verifyAnswers(email: string): Answer[] {
  const verification = {
    valid: true,
    format: true,
    domain: true,
    mxRecords: true,
    disposable: false,
    role: false,
  };
  return [
    { status: 200, when: 'checked', body: { email, verification }, isGood: true },
    {
      status: 400,
      when: 'it is no address at all',
      body: { error: 'Invalid email format' },
      isGood: false,
    },
  ];
}

/** What every call may come back with. */
export const commonAnswers: readonly Answer[] = [
  {
    status: 401,
    when: 'the key is wrong, or was revoked',
    body: { error: 'Invalid API key' },
    isGood: false,
  },
  {
    status: 429,
    when: 'too many requests in this minute; Retry-After says when to go on',
    body: { error: 'Rate limit exceeded' },
    isGood: false,
  },
];

function failure(type: string, rest: object): object {
  return { success: false, type, ...rest };
}

const sent: Answer = {
  status: 200,
  when: 'SES accepted the mail',
  body: { success: true, type: 'sent', messageId: '…' },
  isGood: true,
};

const handedBack = (): Answer => ({
  status: 200,
  when: 'the flow sends nothing and hands the mail back',
  body: { success: true, type: 'callback', html: '…', text: '…', subject: '…' },
  isGood: true,
});

const badRecipient: Answer = {
  status: 200,
  when: 'a verification failed, or an address is bad or suppressed',
  body: failure('validation_failed', { error: '…', field: '_to' }),
  isGood: false,
};

const notSent: Answer = {
  status: 200,
  when: 'SES refused it, and certainly nothing was sent',
  body: failure('send_failed', { error: '…' }),
  isGood: false,
};

const lost: Answer = {
  status: 200,
  when: 'the answer of SES was lost: do not send it again unseen',
  body: failure('send_failed', { error: '… may have been sent …' }),
  isGood: false,
};

const misconfigured: Answer = {
  status: 200,
  when: 'this deployment cannot run the flow',
  body: failure('flow_error', { error: '…' }),
  isGood: false,
};
