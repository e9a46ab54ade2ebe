/** The parts of mailparser that the tests use; the package has no types. */
declare module 'mailparser' {
  export interface ParsedMail {
    messageId?: string;
    subject?: string;
    /** With the inline pictures as `data:` addresses. */
    html?: string | false;
    headers: Map<string, unknown>;
    headerLines: { key: string; line: string }[];
    attachments: {
      filename?: string;
      contentType: string;
      contentDisposition: string;
      cid?: string;
      content: Buffer;
    }[];
  }
  export function simpleParser(mail: Buffer): Promise<ParsedMail>;
}
