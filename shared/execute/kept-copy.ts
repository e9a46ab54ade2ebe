import { createHash } from 'node:crypto';
import type { LoadedTemplate } from '../adapters/tables/template-loader.ts';
import { Refusal } from '../engine/errors.ts';
import { givenText } from '../engine/flow/delivery.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowMail, MailContent, MailFile } from '../engine/flow/ports.ts';
import { withDefaults } from '../engine/flow/variables.ts';
import { testCopyDays } from '../engine/limits.ts';
import { renderMail } from '../engine/render/render-template.ts';
import type { CopiedFile } from '../message/attachment.ts';
import type { CopyRule } from '../message/copy-rule.ts';
import { mailHeaders } from '../message/mail-headers.ts';
import { maskSecrets, maskText } from '../message/mask-secrets.ts';
import type { MailBodies, MessageCopy } from '../message/message-copy.ts';
import type { FlowRequest } from './stored-flow.ts';

type CopiedMail = MailContent & Pick<FlowMail<unknown>, 'files' | 'unsubscribe'>;

export interface CopyKeeping {
  days: number;
  copyOf: (mail: CopiedMail) => Promise<MessageCopy>;
}

/** The unmasked copy of a test key's mail: a test has to read values such as a code from it. */
export function testCopy(request: FlowRequest): CopyKeeping {
  return wholeCopy(request, testCopyDays);
}

/**
 * The copy of a live key's mail, as its template asks; null if it asks for none. With secret variables, the mail is
 * rendered once more with masked ones.
 */
export function liveCopy(
  request: FlowRequest,
  { compiled, copies, plan }: Pick<LoadedTemplate, 'compiled' | 'copies' | 'plan'>,
): CopyKeeping | null {
  if (copies === null || plan === null) return null;
  const { days, secret } = copies;
  if (secret.length === 0) return wholeCopy(request, days);
  return {
    days,
    copyOf: (mail) => maskedCopy(request, mail, { compiled, plan }, secret),
  };
}

function wholeCopy(request: FlowRequest, days: number): CopyKeeping {
  return {
    days,
    copyOf: async (mail) => ({
      variables: request.variables,
      given: givenIn(request),
      headers: headersOf(request, mail),
      bodies: bodiesOf(mail),
      attachments: mail.files?.map(copied),
    }),
  };
}

async function maskedCopy(
  request: FlowRequest,
  mail: CopiedMail,
  { compiled, plan }: { compiled: LoadedTemplate['compiled']; plan: FlowPlan },
  secret: CopyRule['secret'],
): Promise<MessageCopy> {
  const given = givenText(request, '_subject');
  const mask = (text: string) => maskText(text, request.variables, secret);
  const subject = given === null ? undefined : mask(given);
  const variables = maskSecrets(request.variables, secret);
  const kept = {
    variables,
    given: givenIn({ ...request, _subject: subject }),
    headers: headersOf(request, mail, mask),
    attachments: mail.files?.map(copied),
  };
  const defaults = plan.variables.flatMap((node) => node.defaults);
  try {
    const rendering = await renderMail(compiled, withDefaults(variables, defaults), subject);
    return { ...kept, bodies: rendering.outcome === 'rendered' ? bodiesOf(rendering) : null };
  } catch (error) {
    // A place such as the port of an address accepts no mask. The copy then has no mail.
    if (error instanceof Refusal) return { ...kept, bodies: null };
    throw error;
  }
}

/** The further headers of a mail, each value as `shown` makes it. */
function headersOf(
  { _headers }: FlowRequest,
  { unsubscribe }: CopiedMail,
  shown = (value: string) => value,
): MessageCopy['headers'] {
  const headers = mailHeaders(_headers, unsubscribe);
  if (headers === undefined) return undefined;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(value)]));
}

function givenIn({ _language, ...request }: Omit<FlowRequest, 'variables'>): MessageCopy['given'] {
  const _subject = givenText(request, '_subject') ?? undefined;
  const _replyTo = givenText(request, '_replyTo') ?? undefined;
  const given = { _subject, _replyTo, _language: _language || undefined };
  return Object.values(given).some((text) => text !== undefined) ? given : undefined;
}

function bodiesOf({ subject, html, text }: MailContent): MailBodies {
  return { subject, html, text };
}

function copied({ content, ...listed }: MailFile): CopiedFile {
  const hash = createHash('sha256');
  const ended =
    typeof content === 'string' ? hash.update(content, 'base64') : hash.update(content ?? '');
  return { ...listed, sha256: ended.digest('hex') };
}
