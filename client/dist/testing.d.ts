import type { TemplateId } from './templates.js';
import type { CopiedFile, Message, MessageRequest, Messages } from './types.js';
import type { World } from './world.js';
export interface MailWait {
    /** The address of a recipient, without a name. */
    to: string;
    /** The id of the template. Default: any. */
    template?: TemplateId;
    /** Only mails from then on: a time, or a span such as `2m`. Default: from 2 seconds before the client was made. */
    since?: Date | string;
    /** How long to wait, in milliseconds. Default: 5,000. */
    timeoutMs?: number;
    /** Ends the wait, which then throws the signal's reason. */
    signal?: AbortSignal;
}
/** A mail of a test key, as it was made. */
export interface CaughtMail {
    id: string;
    /** The recipient that was waited for. */
    to: string;
    subject: string;
    html: string;
    text: string;
    /** The variables of the request. */
    variables: Record<string, unknown>;
    /** The addresses of the links in the HTML, in its order, each once. */
    links: string[];
    /** The codes in the text, in its order, each once: see `codesIn`. */
    codes: string[];
    /** The files of the mail, with the SHA-256 of each in place of its content. */
    attachments: CopiedFile[];
    /** The further headers of the mail, such as `List-Unsubscribe`, by their names. */
    headers: Record<string, string>;
    /** The state of the message, such as `DELIVERED` or `BOUNCED`. */
    state: Message['state'];
    /** What became of it, in whole sentences. */
    why: string;
}
/** Helpers for tests. They need a test key. */
export interface Testing {
    /**
     * Waits for a mail to an address, and returns the newest one. It returns no mail twice: the next call waits for the
     * next mail. Rejects with a `MailNotFound` after the time-out; its message says what there was instead.
     */
    waitForMail(wanted: MailWait): Promise<CaughtMail>;
}
/** No mail came in time. */
export declare class MailNotFound extends Error {
    readonly name = "MailNotFound";
}
interface TestingPorts {
    find: (request: MessageRequest, options: {
        signal: AbortSignal;
    }) => Promise<Messages>;
    apiKey: string;
    world: Pick<World, 'now' | 'sleep'>;
}
export declare function testingWith({ find, apiKey, world }: TestingPorts): Testing;
export {};
