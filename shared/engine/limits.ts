/** Every limit of the service. `docs/api.md` lists them for callers; each has its own error. 1 KB is 2^10 bytes. */

const KB = 1024;
const MB = 1024 * KB;

/** A request's body, as the bytes that were sent. Above it: 413. */
export const maxBodyBytes = 1 * MB;

/**
 * The body of a request that sends mails: 4.4 MB, a literal so that no bundle gets all these constants. In base64 it
 * takes 6,151,648 of the 6,291,456 bytes of a Lambda event: 139,808 are left for headers (at most 10,240) and the rest.
 */
export const maxSendBodyBytes = 4_613_734;

/** The values in a request's JSON: each text, number, `true`, `false`, `null`, list and object. Names do not count. */
export const maxJsonValues = 100_000;
/** All files of a dashboard test mail: in base64 they fit a body of 1 MB together with a template. */
export const maxTestMailFileBytes = 700 * KB;

/** How deep a request's JSON may nest; the body's own object is level 1. */
export const maxJsonDepth = 32;

/** A template's HTML source. SES accepts 40 MB, but Gmail clips a mail beyond 102 KB. */
export const maxTemplateHtmlBytes = 512 * KB;

/** Gmail cuts a message off at this size and links to the rest: https://github.com/hteumeuleu/email-bugs/issues/41 */
export const gmailClipBytes = 102 * KB;

/** A template's own plain text source. */
export const maxTemplateTextBytes = 256 * KB;

/** A template's subject source; long enough for any subject that fits when rendered. */
export const maxTemplateSubjectBytes = 4 * KB;

/** A draft's HTML source above this is not judged for mail clients as one types; `template lint` judges it. */
export const maxJudgedDraftBytes = 256 * KB;

/** How deep partials and layouts may nest in a template. */
export const maxPartialDepth = 8;

/** The data a template is previewed with. */
export const maxTestDataBytes = 64 * KB;

/** A `template.json` or `flow.json` on disk; 100 nodes need far less. */
export const maxTemplateJsonBytes = 256 * KB;

/** A revision as stored, compressed. A DynamoDB item holds 400 KB with its attribute names. */
export const maxStoredRevisionBytes = 380 * KB;

/** A revision as JSON, which a function holds in memory; many languages compress to almost nothing. */
export const maxRevisionJsonBytes = 16 * MB;

/** A language tag, in characters: RFC 5646 §4.4.1 finds that 35 are enough for any tag without private use. */
export const maxLanguageTagCharacters = 100;

/** The copy of a message as stored, compressed: the same as a revision. */
export const maxStoredCopyBytes = 380 * KB;

/** The request of a scheduled message as stored, compressed: the same as a revision. */
export const maxStoredRequestBytes = 380 * KB;

/** How far ahead a message may be scheduled, in days. */
export const maxScheduledDays = 365;

/** How long the copy of a test key's message is kept, in days. */
export const testCopyDays = 7;

/** The longest time for which a template may keep copies of its live mails, in days. */
export const maxKeepDays = 30;

/** Names of secret variables of a template. */
export const maxSecretVariables = 100;

/** Tags of a template, and the characters of one. */
export const maxTags = 10;
export const maxTagCharacters = 32;

/** Languages of a template, including its default language. */
export const maxLanguages = 40;

/** A rendered subject, in characters: RFC 5322 §2.1.1 allows 998 to a line. */
export const maxSubjectCharacters = 998;

/** A template's, an account's or a key's name, in characters. */
export const maxNameCharacters = 200;

/** What an author writes about a revision, in characters. */
export const maxNoteCharacters = 200;

/** Entries of a test key's allow-list, and scopes of a key. */
export const maxKeyEntries = 20;

/** An allow-list in characters: the authorizer hands it on with each request, as it does the scopes. */
export const maxAllowCharacters = 1000;

/** The scopes of a key together, in characters. */
export const maxScopeCharacters = 500;

/** Rendered HTML, and rendered text. */
export const maxRenderedBytes = 2 * MB;

/** An answer as Lambda encodes it (a quote costs 4 bytes). Over 6,291,456 bytes the gateway answers 502. */
export const maxEncodedAnswerBytes = 5.5 * MB;

/** How deep sections may nest in a template. */
export const maxSectionDepth = 32;

/** States of the HTML reader before one tag: usually one or two. Each costs one more reading of the text after it. */
export const maxHtmlStates = 16;

/** Placeholders side by side in the host of one address. The reader compares all of them at each further one. */
export const maxHostValues = 8;

/** Section names in the list of variables, in characters: it repeats them for each variable. */
export const maxListedSectionCharacters = 4 * MB;

/** Placeholders, sections and section items that one rendering may visit. */
export const maxRenderedNodes = 100_000;

/** A regex node's pattern, in characters (docs/decisions/0005-re2-patterns-with-limits.md). */
export const maxPatternCharacters = 256;

/**
 * All patterns of a flow, in RE2's instructions. A search takes up to 0.3 µs for each and each character: a second or
 * two. `^.{1,1000}$` has 2,000, an ordinary pattern a few dozen; 256 characters can ask for 96,000.
 */
export const maxFlowPatternInstructions = 5000;

/** The value that a pattern is searched in, in characters. */
export const maxPatternInputCharacters = 1024;

/** `_to`, `_cc` and `_bcc` together: the limit of SES for one message. */
export const maxRecipients = 50;

/** An Idempotency-Key, in characters: the same limit as Stripe's. */
export const maxIdempotencyKeyCharacters = 255;

/** A `_reference`, in characters. */
export const maxReferenceCharacters = 255;

/** Further headers of a mail: entries of `_headers`. */
export const maxHeaders = 10;

/** The name of a header, in characters: the limit of SES. */
export const maxHeaderNameCharacters = 126;

/** The value of a header, in characters: the limit of SES. */
export const maxHeaderValueCharacters = 870;

/** An address to unsubscribe, in characters: in its header it has an angle bracket on both sides. */
export const maxUnsubscribeCharacters = maxHeaderValueCharacters - 2;

/** A recipient of a refused request that is no address, in characters as the record shows it. */
export const maxRefusedAddressCharacters = 320;

/** All recipients in the record of a refused request, in characters: 50 ordinary addresses are half of it. */
export const maxRefusedRecipientsCharacters = 4000;

/** The files of a mail. */
export const maxAttachments = 10;

/** The files in a mail's request, before base64: they fit a body of 4.4 MB together with the other fields. */
export const maxInlineFilesBytes = 3 * MB;

/** All files of a mail, before base64: Gmail takes mails of 25 MB, and base64 adds a third. */
export const maxFilesBytes = 20 * MB;

/** The name of a file, in bytes of UTF-8: the limit of SES. */
export const maxFileNameBytes = 255;

/** The Content-ID of a file, in characters: the limit of SES. */
export const maxContentIdCharacters = 78;

/** The media type of a file with its parameters, in characters: the limit of SES. */
export const maxMediaTypeCharacters = 78;

/** The values of a branch of a flow. */
export const maxBranchValues = 100;

export const maxTemplateIdCharacters = 64;

/** Nodes of a flow. */
export const maxFlowNodes = 100;

/** The id of a flow's node, in characters. */
export const maxNodeIdCharacters = 64;

/** The error of a regex node whose check fails, in characters. */
export const maxNodeMessageCharacters = 500;

/** A sender or reply-to address of a flow, with its display name, in characters. */
export const maxMailboxCharacters = 500;

/** The name before an address: encoded, with the longest address, it fits a line of 998 octets (RFC 5322 §2.1.1). */
export const maxDisplayNameCharacters = 100;

/** Parts of an account's messages. Each takes 1,000 write units a second, and is one more Query for a list. */
export const maxMessageParts = 32;

/** Items on one page of an operator's list. */
export const maxPageItems = 100;

/** Templates that one page looks through, deleted ones too: one or two requests to the table. */
export const maxSearchedTemplates = 1000;

/** Records that one filtered page looks through: about one second of reading. */
export const maxSearchedMessages = 1000;

/** Characters of a text that is searched for among messages. */
export const maxSearchCharacters = 500;

/** The characters of a reply's text, and of its subject. */
export const maxReplyTextCharacters = 10_000;
export const maxReplySubjectCharacters = 998;

/** The files that a reply lists. */
export const maxReplyFiles = 20;

/** The replies of one message, and those that came within one hour. */
export const maxReplies = 100;
export const maxRepliesAnHour = 20;

/** A larger reply is recorded without its text and files. */
export const maxReplyMailBytes = 10 * 1024 * 1024;

/** Messages in one answer of POST /v1/message. */
export const maxFoundMessages = 20;

/** The messages of a batch. */
export const maxBatchMessages = 100;

/** The batch's shared fields, counted once for each message: enough for 100 messages of the size that can be stored. */
export const maxBesideBytes = 40 * MB;

/** Messages that one request of POST /v1/cancel cancels. */
export const maxCancelledMessages = 100;

/** The part of a mail server's or a provider's explanation that is stored, in characters. */
export const maxReasonCharacters = 500;
