import * as z from 'zod';
import type { SesRefusal } from '../allowance.ts';
import { attachment, attachmentsProblem } from './attachments.ts';
import { header, headersProblem } from './headers.ts';
import { invalid, type Problem } from './problem.ts';

/** The largest mail that SES accepts, in bytes after base64. https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
export const maxMailBytes = 40 * 2 ** 20;

const part = z.object({ Data: z.string() }).partial().default({});

const content = z.object({
  Body: z.object({ Html: part, Text: part }).partial().default({}),
  Attachments: z.array(attachment).default([]),
  Headers: z.array(header).default([]),
});

const sent = z.object({
  Content: z.object({ Simple: content.optional(), Template: content.optional() }),
});

/**
 * SES's refusal of the attachments or headers of a request to send; undefined if SES accepts them. If SES's
 * documentation does not say what SES does, this server refuses. Also undefined if the body is not such a request,
 * because aws-ses-v2-local refuses it.
 */
export function contentRefusal(body: unknown): SesRefusal | undefined {
  const parsed = sent.safeParse(body);
  if (!parsed.success) return undefined;
  const { Simple, Template } = parsed.data.Content;
  const given = Simple ?? Template;
  if (!given) return undefined;
  const problem =
    headersProblem(given.Headers) ?? attachmentsProblem(given.Attachments) ?? sizeProblem(given);
  return problem && { status: 400, ...problem };
}

function sizeProblem({ Body, Attachments }: z.output<typeof content>): Problem | undefined {
  const bodies = [Body.Html?.Data ?? '', Body.Text?.Data ?? ''];
  const files = Attachments.map(({ RawContent }) => RawContent);
  const bytes = [...bodies, ...files].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= maxMailBytes) return undefined;
  return invalid(`Message length is more than ${maxMailBytes} bytes long: '${bytes}'.`);
}
