import * as z from 'zod';
import { constraint, invalid, type Problem } from './problem.ts';

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
export const header = z.object({ Name: z.string(), Value: z.string() });

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_Message.html */
const maxHeaders = 15;

/** The headers that SES writes itself. https://docs.aws.amazon.com/ses/latest/dg/header-fields.html */
const written = new Set(
  `bcc cc content-disposition content-type date from message-id mime-version reply-to return-path subject to`.split(
    ' ',
  ),
);

/** The first problem of a mail's headers; undefined if SES accepts them. Names must differ in more than case. */
export function headersProblem(headers: readonly z.output<typeof header>[]): Problem | undefined {
  if (headers.length > maxHeaders) {
    return constraint('content.simple.headers', `have length less than or equal to ${maxHeaders}`);
  }
  const seen = new Set<string>();
  for (const [index, { Name, Value }] of headers.entries()) {
    const place = `content.simple.headers.${index + 1}.member`;
    const name = Name.toLowerCase();
    if (!/^[!-9;-@A-~]{1,126}$/.test(Name)) {
      return constraint(
        `${place}.name`,
        'satisfy regular expression pattern: ^[!-9;-@A-~]{1,126}$',
      );
    }
    if (!/^[ -~]{1,870}$/.test(Value)) {
      return constraint(`${place}.value`, 'satisfy regular expression pattern: ^[ -~]{1,870}$');
    }
    if (written.has(name)) return invalid(`Header '${Name}' is set by Amazon SES.`);
    if (seen.has(name)) return invalid(`Duplicate header '${Name}'.`);
    seen.add(name);
  }
  return undefined;
}
