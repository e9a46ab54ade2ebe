import PostalMime, { type Address } from 'postal-mime';
import { passed, type Verdict, type Verdicts, verdicts } from '../../shared/message/reply.ts';

/** A mail as it comes to SES from outside. */
export interface ReceivedMail {
  /** The envelope: recipients, and the sender, which is empty in a bounce. */
  to: string[];
  from: string;
  verdicts: Verdicts;
  headers: { name: string; value: string }[];
  raw: Uint8Array;
  /** For the inbox's page. */
  text: string;
}

export interface ReceiptAnswer {
  status: number;
  body: Record<string, string>;
}

/** SES's limit for a mail that it receives. https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const maxBytes = 40 * 1024 * 1024;

const kinds = ['spf', 'dkim', 'dmarc', 'spam', 'virus'] as const;

/** Reads the request `/receive`; or says what is wrong with it. */
export async function readReceived(
  body: AsyncIterable<Buffer>,
  params: URLSearchParams,
): Promise<ReceivedMail | ReceiptAnswer> {
  const found = { ...passed };
  for (const kind of kinds) {
    const given = params.get(kind) ?? found[kind];
    if (!isVerdict(given)) {
      return refusal(400, `${kind} must be one of ${verdicts.join(', ')}`);
    }
    found[kind] = given;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
  }
  if (bytes > maxBytes) return refusal(413, 'The mail is larger than 40 MB');
  const raw = Buffer.concat(parts);
  const mail = await PostalMime.parse(raw).catch(() => null);
  if (bytes === 0) return refusal(400, 'The body must be a mail');
  const { to = [], from, returnPath, headers = [], text = '' } = mail ?? {};
  const given = params.getAll('to');
  return {
    to: given.length > 0 ? given : to.flatMap(addressesIn),
    from: params.get('from') ?? returnPath ?? from?.address ?? '',
    verdicts: found,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    raw,
    text,
  };
}

export const refusal = (status: number, message: string): ReceiptAnswer => ({
  status,
  body: { message },
});

const isVerdict = (text: string): text is Verdict => verdicts.some((each) => each === text);

function addressesIn({ address, group = [] }: Address): string[] {
  return address ? [address] : group.map((each) => each.address);
}
