/**
 * Every shape of the API, by its name.
 */
export interface Schemas {
    RenderRequest: RenderRequest;
    ExecuteRequest: ExecuteRequest;
    VerifyRequest: VerifyRequest;
    MessageRequest: MessageRequest;
    CancelRequest: CancelRequest;
    BatchRequest: BatchRequest;
    BatchMessage: BatchMessage;
    Attachment: Attachment;
    Rendered: Rendered;
    VariableReport: VariableReport;
    /**
     * One of six outcomes, distinguished by `type`. Check `success`: the status is 200 for all of them.
     */
    ExecuteOutcome: Sent | Scheduled | Callback | ValidationFailed | SendFailed | FlowError;
    Sent: Sent;
    Scheduled: Scheduled;
    Callback: Callback;
    ValidationFailed: ValidationFailed;
    SendFailed: SendFailed;
    FlowError: FlowError;
    TraceStep: TraceStep;
    Verified: Verified;
    Verification: Verification;
    Messages: Messages;
    Message: Message;
    MessageRecipient: MessageRecipient;
    MessageContent: MessageContent;
    ListedFile: ListedFile;
    CopiedFile: CopiedFile;
    Cancelled: Cancelled;
    TooLate: TooLate;
    Batch: Batch;
    /**
     * What became of one message, distinguished by `type`: `scheduled` if it was accepted.
     */
    BatchEntry: Scheduled | ValidationFailed | SendFailed | FlowError | RefusedMessage;
    RefusedMessage: RefusedMessage;
    Refused: Refused;
}
/**
 * A template and the values for its placeholders. Unknown fields are ignored.
 */
export interface RenderRequest {
    /**
     * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. For an id of another form the answer is 404, as for an unknown id. Execute calls it `templateId`.
     */
    template_id: string;
    /**
     * Values for the placeholders.
     */
    variables?: {
        [k: string]: unknown;
    } | null;
    /**
     * The language that the content is wanted in: a language tag such as `pt-BR`. The template’s languages are looked up from this one to the more general: `pt-BR`, `pt`. Default, also if none fits: the template’s own language.
     */
    language?: string | null;
    /**
     * Adds a report on the variables to the answer. Default: `false`.
     */
    report?: boolean | null;
    /**
     * Renders the draft of the template; only for test keys. Default: `false`.
     */
    draft?: boolean | null;
}
/**
 * A template, the values for its placeholders, and the recipients of its mail. Fields that start with `_` are reserved: the API refuses an unknown one and names it. Other unknown fields are ignored.
 */
export interface ExecuteRequest {
    /**
     * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. For an id of another form the answer is 404, as for an unknown id. Render calls it `template_id`.
     */
    templateId: string;
    /**
     * Values for the placeholders; `{}` if there are none.
     */
    variables: {
        [k: string]: unknown;
    };
    /**
     * The recipient, `a@b` or `Name <a@b>`. Required if the flow sends. `""` counts as not given, as in every field that starts with `_` except `_sendAt`.
     */
    _to?: string | null;
    /**
     * Replaces the template’s subject, taken literally.
     */
    _subject?: string | null;
    /**
     * The address for replies. Replaces the flow’s.
     */
    _replyTo?: string | null;
    /**
     * Addresses, separated by commas: each `a@b` or `Name <a@b>`. At most 50 in `_to`, `_cc` and `_bcc` together.
     */
    _cc?: string | null;
    /**
     * Addresses, separated by commas: each `a@b` or `Name <a@b>`. At most 50 in `_to`, `_cc` and `_bcc` together.
     */
    _bcc?: string | null;
    /**
     * Your own name of the message, such as an order’s number, in any script without control characters. It is part of the message’s record.
     */
    _reference?: string | null;
    /**
     * The language that the content is wanted in: a language tag such as `pt-BR`. The template’s languages are looked up from this one to the more general: `pt-BR`, `pt`. Default, also if none fits: the template’s own language.
     */
    _language?: string | null;
    /**
     * When to send the mail: a time with its offset, `2026-12-24T09:00:00Z`, at most 365 days ahead. The answer is then `scheduled`. Default: now.
     */
    _sendAt?: string | null;
    /**
     * Further headers of the mail, at most 10: `X-…`, `In-Reply-To`, `References`, `Auto-Submitted`, `Importance`, `List-Id` and `Feedback-ID`. A value is 1 to 870 printable ASCII characters.
     */
    _headers?: {
        [k: string]: string;
    } | null;
    /**
     * The https address of one-click unsubscribe (RFC 8058). The mail gets `List-Unsubscribe` and `List-Unsubscribe-Post`. Replaces the flow’s.
     */
    _unsubscribe?: string | null;
    /**
     * The files of the mail: up to 10, up to 3 MB together in `content`, and up to 20 MB together with those in `s3`.
     *
     * @maxItems 10
     */
    _attachments?: Attachment[] | null;
    /**
     * Adds the steps of the flow to the answer. Default: `false`.
     */
    _trace?: boolean | null;
    /**
     * Refuses fields that the endpoint does not know. Default: `false`: it ignores them, and names them in the header `x-postrider-ignored` of the answer.
     */
    _strict?: boolean | null;
    /**
     * Does everything except the send: a flow that would send returns `callback`. Default: `false`.
     */
    _dryRun?: boolean | null;
}
/**
 * A file of a mail, with exactly one of `content` and `s3`. The API refuses other fields and names them.
 */
export interface Attachment {
    /**
     * The name of the file in the mail, at most 255 bytes of UTF-8: with an extension that SES sends, and without `/`, `\` and control characters.
     */
    name: string;
    /**
     * The file in standard base64, on one line and with its padding.
     */
    content?: string | null;
    /**
     * The file in a bucket of the deployment’s `attachmentBuckets`: `s3://bucket/key`. It is read when the mail is sent.
     */
    s3?: string | null;
    /**
     * The Content-ID of a file that the HTML shows: `logo` for `<img src="cid:logo">`. No two files of a mail have the same. Default: the HTML does not show the file.
     */
    cid?: string | null;
    /**
     * The media type, such as `text/calendar; method=REQUEST`. Default: by the extension of the name.
     */
    type?: string | null;
}
/**
 * An address to verify. Unknown fields are ignored.
 */
export interface VerifyRequest {
    /**
     * One bare address, without a name.
     */
    email: string;
}
/**
 * Names messages by exactly one of `id`, `messageId`, `reference` and `to`. The last two search the newest 1,000 messages. Unknown fields are ignored.
 */
export interface MessageRequest {
    /**
     * postrider’s own id of the message: the header `x-message-id` of execute’s answer.
     */
    id?: string | null;
    /**
     * `messageId` of execute’s answer.
     */
    messageId?: string | null;
    /**
     * The caller’s own name of the message, `_reference` of execute.
     */
    reference?: string | null;
    /**
     * The address of a recipient, without a name, in upper or lower case.
     */
    to?: string | null;
    /**
     * Only with `reference` and `to`: the earliest time, `2026-05-01T10:00:00Z`, or a span before now: `30m`, `2h`, `2d`.
     */
    since?: string | null;
}
/**
 * Names scheduled messages by exactly one of `id` and `reference`. Unknown fields are ignored.
 */
export interface CancelRequest {
    /**
     * postrider’s own id of the message: `id` in the answer of execute or in an entry of batch.
     */
    id?: string | null;
    /**
     * The caller’s own name of the messages, `_reference` of execute.
     */
    reference?: string | null;
}
/**
 * 1 to 100 messages. The other fields are those of each message that does not have its own. Fields that start with `_` are reserved: the API refuses an unknown one and names it. Other unknown fields are ignored.
 */
export interface BatchRequest {
    /**
     * The messages. An address that is in two messages gets two mails.
     *
     * @maxItems 100
     */
    messages: BatchMessage[];
    /**
     * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. For an id of another form the answer is 404, as for an unknown id. Render calls it `template_id`.
     */
    templateId?: string | null;
    /**
     * Values for the placeholders of each message. A message’s own `variables` are merged into them, one level deep.
     */
    variables?: {
        [k: string]: unknown;
    } | null;
    /**
     * Replaces the template’s subject, taken literally.
     */
    _subject?: string | null;
    /**
     * The address for replies. Replaces the flow’s.
     */
    _replyTo?: string | null;
    /**
     * Your own name of the message, such as an order’s number, in any script without control characters. It is part of the message’s record.
     */
    _reference?: string | null;
    /**
     * The language that the content is wanted in: a language tag such as `pt-BR`. The template’s languages are looked up from this one to the more general: `pt-BR`, `pt`. Default, also if none fits: the template’s own language.
     */
    _language?: string | null;
    /**
     * When to send the mail: a time with its offset, `2026-12-24T09:00:00Z`, at most 365 days ahead. The answer is then `scheduled`. Default: now.
     */
    _sendAt?: string | null;
    /**
     * Further headers of the mail, at most 10: `X-…`, `In-Reply-To`, `References`, `Auto-Submitted`, `Importance`, `List-Id` and `Feedback-ID`. A value is 1 to 870 printable ASCII characters.
     */
    _headers?: {
        [k: string]: string;
    } | null;
    /**
     * The https address of one-click unsubscribe (RFC 8058). The mail gets `List-Unsubscribe` and `List-Unsubscribe-Post`. Replaces the flow’s.
     */
    _unsubscribe?: string | null;
    /**
     * The files of the mail: up to 10, up to 3 MB together in `content`, and up to 20 MB together with those in `s3`.
     *
     * @maxItems 10
     */
    _attachments?: Attachment[] | null;
    /**
     * Adds the steps of the flow to the answer. Default: `false`.
     */
    _trace?: boolean | null;
    /**
     * Refuses fields that the endpoint does not know. Default: `false`: it ignores them, and names them in the header `x-postrider-ignored` of the answer.
     */
    _strict?: boolean | null;
}
/**
 * A message, with the fields of execute except `_dryRun`. `templateId` and `variables` are required here or beside `messages`.
 */
export interface BatchMessage {
    /**
     * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. For an id of another form the answer is 404, as for an unknown id. Render calls it `template_id`.
     */
    templateId?: string | null;
    /**
     * Values for the placeholders.
     */
    variables?: {
        [k: string]: unknown;
    } | null;
    /**
     * The recipient, `a@b` or `Name <a@b>`. Required if the flow sends. `""` counts as not given, as in every field that starts with `_` except `_sendAt`.
     */
    _to?: string | null;
    /**
     * Replaces the template’s subject, taken literally.
     */
    _subject?: string | null;
    /**
     * The address for replies. Replaces the flow’s.
     */
    _replyTo?: string | null;
    /**
     * Addresses, separated by commas: each `a@b` or `Name <a@b>`. At most 50 in `_to`, `_cc` and `_bcc` together.
     */
    _cc?: string | null;
    /**
     * Addresses, separated by commas: each `a@b` or `Name <a@b>`. At most 50 in `_to`, `_cc` and `_bcc` together.
     */
    _bcc?: string | null;
    /**
     * Your own name of the message, such as an order’s number, in any script without control characters. It is part of the message’s record.
     */
    _reference?: string | null;
    /**
     * The language that the content is wanted in: a language tag such as `pt-BR`. The template’s languages are looked up from this one to the more general: `pt-BR`, `pt`. Default, also if none fits: the template’s own language.
     */
    _language?: string | null;
    /**
     * When to send the mail: a time with its offset, `2026-12-24T09:00:00Z`, at most 365 days ahead. The answer is then `scheduled`. Default: now.
     */
    _sendAt?: string | null;
    /**
     * Further headers of the mail, at most 10: `X-…`, `In-Reply-To`, `References`, `Auto-Submitted`, `Importance`, `List-Id` and `Feedback-ID`. A value is 1 to 870 printable ASCII characters.
     */
    _headers?: {
        [k: string]: string;
    } | null;
    /**
     * The https address of one-click unsubscribe (RFC 8058). The mail gets `List-Unsubscribe` and `List-Unsubscribe-Post`. Replaces the flow’s.
     */
    _unsubscribe?: string | null;
    /**
     * The files of the mail: up to 10, up to 3 MB together in `content`, and up to 20 MB together with those in `s3`.
     *
     * @maxItems 10
     */
    _attachments?: Attachment[] | null;
    /**
     * Adds the steps of the flow to the answer. Default: `false`.
     */
    _trace?: boolean | null;
    /**
     * Refuses fields that the endpoint does not know. Default: `false`: it ignores them, and names them in the header `x-postrider-ignored` of the answer.
     */
    _strict?: boolean | null;
}
/**
 * The rendered template. The caller sends the mail.
 */
export interface Rendered {
    /**
     * The rendered HTML, without any `{{`.
     */
    html: string;
    /**
     * The rendered subject, on one line.
     */
    subject: string;
    /**
     * Only with `report: true`: the plain text. `null` if the template prints a variable as raw HTML and has no separate text.
     */
    text?: string | null;
    /**
     * Only with `report: true`: the language that the content was taken in; `null` if the template does not say its language.
     */
    language?: string | null;
    variables?: VariableReport;
}
/**
 * A report on each variable, by its name in the template.
 */
export interface VariableReport {
    /**
     * Rendered with a value.
     */
    used: string[];
    /**
     * Rendered with their defaults.
     */
    defaulted: string[];
    /**
     * Rendered with neither a value nor a default: nothing is printed in their place.
     */
    missing: string[];
    /**
     * Given, but not named in the template.
     */
    unknown: string[];
}
/**
 * SES accepted the mail.
 */
export interface Sent {
    /**
     * Whether the flow reached its output.
     */
    success: true;
    /**
     * Which of the outcomes this is.
     */
    type: 'sent';
    /**
     * The id that SES gave the mail.
     */
    messageId: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * One step of a flow. It never holds a value or an address.
 */
export interface TraceStep {
    /**
     * The node’s id; `null` if the flow has no node for the step.
     */
    node: string | null;
    /**
     * The node’s type; `delivery` is the reading of the delivery fields, `attachments` that of the files.
     */
    type: 'variables' | 'delivery' | 'verification' | 'template' | 'attachments' | 'provider' | 'callback';
    /**
     * The result of the step.
     */
    outcome: 'applied' | 'passed' | 'failed' | 'rendered' | 'returned' | 'sent' | 'scheduled' | 'not_sent' | 'refused' | 'unknown' | 'misconfigured';
    /**
     * The duration of the step, in milliseconds.
     */
    ms: number;
    /**
     * Only where there are some: likely mistakes, such as a picture in the HTML that no attachment is.
     */
    warnings?: string[];
}
/**
 * The mail was accepted and will be sent at its time. Only a request with `_sendAt`, or a message of a batch, gets this outcome. Everything was checked as for a mail that is sent now.
 */
export interface Scheduled {
    /**
     * Whether the flow reached its output.
     */
    success: true;
    /**
     * Which of the outcomes this is.
     */
    type: 'scheduled';
    /**
     * postrider’s id of the message, as in the header `x-message-id`.
     */
    id: string;
    /**
     * When the mail is sent: RFC 3339, in UTC.
     */
    sendAt: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * The flow returns the rendered mail; nothing was sent.
 */
export interface Callback {
    /**
     * Whether the flow reached its output.
     */
    success: true;
    /**
     * Which of the outcomes this is.
     */
    type: 'callback';
    /**
     * The rendered HTML, without any `{{`.
     */
    html: string;
    /**
     * The plain text of the mail.
     */
    text: string;
    /**
     * The rendered subject, on one line.
     */
    subject: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * A verification failed, a delivery field is missing or bad, an address is suppressed, or a variable is missing. Nothing was sent.
 */
export interface ValidationFailed {
    /**
     * Whether the flow reached its output.
     */
    success: false;
    /**
     * Which of the outcomes this is.
     */
    type: 'validation_failed';
    /**
     * The fault, in one sentence.
     */
    error: string;
    /**
     * The first offending input: a variable’s name, or a delivery field such as `_to`.
     */
    field: string;
    /**
     * Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.
     */
    id?: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * SES refused the mail, or its answer was lost: then, and only then, `error` contains `may have been sent`.
 */
export interface SendFailed {
    /**
     * Whether the flow reached its output.
     */
    success: false;
    /**
     * Which of the outcomes this is.
     */
    type: 'send_failed';
    /**
     * SES’s message, or that its answer was lost.
     */
    error: string;
    /**
     * Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.
     */
    id?: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * The deployment cannot run this flow: its sender is not an identity of the deployment, sending is switched off, or the stored flow cannot be read. Nothing was sent.
 */
export interface FlowError {
    /**
     * Whether the flow reached its output.
     */
    success: false;
    /**
     * Which of the outcomes this is.
     */
    type: 'flow_error';
    /**
     * What to fix, in one sentence.
     */
    error: string;
    /**
     * Only in the answer of batch: postrider’s own id of the message, if its refusal was recorded. Execute has it in the header `x-message-id`.
     */
    id?: string;
    /**
     * Only with `_trace: true`: the steps of the flow, in order.
     */
    trace?: TraceStep[];
}
/**
 * The result for the address.
 */
export interface Verified {
    /**
     * The address from the request, unchanged.
     */
    email: string;
    verification: Verification;
}
/**
 * The checks of one address.
 */
export interface Verification {
    /**
     * The domain accepts mail and does not belong to a throwaway provider. A deployment can also refuse role addresses, or allow throwaway providers.
     */
    valid: boolean;
    /**
     * The address is well-formed. Always true here: for a malformed address the answer is 400.
     */
    format: boolean;
    /**
     * The domain exists.
     */
    domain: boolean;
    /**
     * The domain has an MX record that names a usable host.
     */
    mxRecords: boolean;
    /**
     * The domain, or a parent of it, is a known throwaway provider.
     */
    disposable: boolean;
    /**
     * The local part is a role such as info, support or postmaster.
     */
    role: boolean;
}
/**
 * The messages that were found.
 */
export interface Messages {
    /**
     * Newest first, at most 20.
     */
    messages: Message[];
    /**
     * Only if there are older messages that the search did not look at.
     */
    more?: true;
}
/**
 * A message, and what became of it.
 */
export interface Message {
    /**
     * postrider’s own id.
     */
    id: string;
    /**
     * SES’s id, or `captured-…` of a mail that a test key captured; `null` if SES did not accept the mail.
     */
    messageId: string | null;
    /**
     * The caller’s own name of the message; `null` if it gave none.
     */
    reference: string | null;
    /**
     * Id of the template.
     */
    templateId: string;
    /**
     * The template’s revision.
     */
    revision: number;
    /**
     * The language that its content was taken in; `null` if the template does not say its language.
     */
    language: string | null;
    /**
     * The worst of the recipients’ states; before the first report, how far the send has come.
     */
    state: 'SCHEDULED' | 'CANCELLED' | 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'REFUSED' | 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED';
    /**
     * When the request came, in ISO 8601.
     */
    createdAt: string;
    /**
     * When the mail is to be sent, in ISO 8601; `null` if it was not scheduled.
     */
    sendAt: string | null;
    /**
     * The recipients, each with what was reported.
     */
    recipients: MessageRecipient[];
    /**
     * What became of it, in whole sentences.
     */
    why: string;
    /**
     * Only if the mail was not sent, or may not have been sent: execute’s `error`.
     */
    error?: string;
    /**
     * Only if the request was refused: execute’s `field`.
     */
    field?: string;
    /**
     * Only if the mail has files: their names and sizes.
     */
    attachments?: ListedFile[];
    /**
     * Only for a test key, as long as the mail’s copy is kept; else `null`.
     */
    content: MessageContent | null;
}
/**
 * A recipient, and what SES reported.
 */
export interface MessageRecipient {
    /**
     * The address. Of a refused request, as the caller gave it.
     */
    address: string;
    /**
     * The field that named the recipient.
     */
    field: '_to' | '_cc' | '_bcc';
    /**
     * `null` until SES reports something.
     */
    state: ('DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED') | null;
    /**
     * The time of the report, in ISO 8601.
     */
    at: string | null;
    /**
     * The words of the recipient’s mail server, or of SES.
     */
    reason: string | null;
    /**
     * Whether the address is on the suppression list because of this message.
     */
    suppressed: boolean;
}
/**
 * A file of a mail.
 */
export interface ListedFile {
    /**
     * The name, as the caller gave it.
     */
    name: string;
    /**
     * The size of the file itself, before base64.
     */
    bytes: number;
}
/**
 * What a test key’s mail was.
 */
export interface MessageContent {
    /**
     * The subject; `null`, as are `html` and `text`, if the mail was too large to be kept.
     */
    subject: string | null;
    /**
     * The HTML.
     */
    html: string | null;
    /**
     * The plain text.
     */
    text: string | null;
    /**
     * The variables of the request.
     */
    variables: {
        [k: string]: unknown;
    };
    /**
     * The addresses of the links in the HTML, in its order, each once.
     */
    links: string[];
    /**
     * The further headers of the mail, by their names; only if it had any.
     */
    headers?: {
        [k: string]: string;
    };
    /**
     * Only if the mail has files: what they were, without their contents.
     */
    attachments?: CopiedFile[];
}
/**
 * A file of a mail, without its content.
 */
export interface CopiedFile {
    /**
     * The name, as the caller gave it.
     */
    name: string;
    /**
     * The size of the file itself, before base64.
     */
    bytes: number;
    /**
     * The media type that the mail gives it.
     */
    type: string;
    /**
     * SHA-256 of the file, in hex.
     */
    sha256: string;
    /**
     * Only if the HTML shows the file: its Content-ID.
     */
    cid?: string;
}
/**
 * What became of each message that the request names.
 */
export interface Cancelled {
    /**
     * The ids of messages that will not be sent. A message that was cancelled before is among them.
     */
    cancelled: string[];
    /**
     * The messages that are not cancelled, and cannot be any more.
     */
    tooLate: TooLate[];
    /**
     * Only if the reference has more scheduled messages than the 100 that one request cancels: send the request again.
     */
    more?: true;
}
/**
 * A message that is being sent, has been sent, or was never scheduled.
 */
export interface TooLate {
    /**
     * postrider’s own id of the message.
     */
    id: string;
    /**
     * The message’s state.
     */
    state: 'SCHEDULED' | 'CANCELLED' | 'SENDING' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'REFUSED' | 'DELAYED' | 'DELIVERED' | 'BOUNCED' | 'REJECTED' | 'COMPLAINED';
}
/**
 * What became of each message of the batch.
 */
export interface Batch {
    /**
     * An entry for each message, in the order of the request.
     *
     * Items: What became of one message, distinguished by `type`: `scheduled` if it was accepted.
     */
    messages: (Scheduled | ValidationFailed | SendFailed | FlowError | RefusedMessage)[];
}
/**
 * The message was refused before its flow ran. Nothing is sent.
 */
export interface RefusedMessage {
    /**
     * `false`: nothing is sent.
     */
    success: false;
    /**
     * Always `refused`.
     */
    type: 'refused';
    /**
     * The status that execute would answer.
     */
    status: number;
    /**
     * The sentence that execute would answer.
     */
    error: string;
}
/**
 * Why the request was refused.
 */
export interface Refused {
    /**
     * One sentence.
     */
    error: string;
}
