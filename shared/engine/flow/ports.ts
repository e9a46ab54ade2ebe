import type { Delivery } from './delivery.ts';
import type { FlowOutcome } from './outcome.ts';
import type { FlowBranch, FlowCheck, UnsubscribeSteps } from './plan.ts';
import type { TraceStep } from './trace.ts';
import type { Variables } from './variables.ts';

/** The input of a flow from one request. */
export type FlowInput = {
  readonly variables: Variables;
  readonly delivery: Delivery;
  /** The request's own address to unsubscribe; it replaces the provider node's. Default: none. */
  readonly unsubscribe?: string | undefined;
  /** The tags of the languages that a node's message is wanted in, the best first. Default: none. */
  readonly languages?: readonly string[] | undefined;
  /** The names of the request's fields that were ignored. Default: none. */
  readonly ignored?: readonly string[] | undefined;
  /** The branch that is taken: its template is the one that is rendered. Default: none. */
  readonly branch?: TakenBranch | undefined;
  /** Runs everything but the send: a provider flow returns its content. Default: false. */
  readonly dryRun?: boolean;
};

/** `isFound`: whether the account has its template. */
export type TakenBranch = FlowBranch & { readonly isFound: boolean };

/** A rendered template. */
export type MailContent = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
};

/** A file of a mail. */
export type MailFile = {
  readonly name: string;
  /** The size of the file itself, before base64. */
  readonly bytes: number;
  /** The media type. */
  readonly type: string;
  /** The Content-ID of a file that the HTML shows; absent for any other. */
  readonly cid?: string | undefined;
  /** The file, or its standard base64; null if the mail is not sent now: then the file was not read. */
  readonly content: Uint8Array | string | null;
};

/** A mail as a flow sends it. `Recipients` is the type of the recipients that `parseDelivery` returns. */
export type FlowMail<Recipients> = MailContent & {
  /** The provider node's `from`: `a@b` or `Name <a@b>`. */
  readonly from: string;
  readonly recipients: Recipients;
  /** The address to unsubscribe; null if neither the request nor the provider node has one. */
  readonly unsubscribe: string | null;
  /** Default: none. */
  readonly files?: readonly MailFile[] | undefined;
};

/** Runs one verification; resolves to the outcome that ends the flow, or null. */
export type RunCheck = (
  check: FlowCheck,
  input: FlowInput,
  ports: Pick<FlowPorts<unknown>, 'recipientDomain' | 'lookupDomain'>,
) => Promise<FlowOutcome | null> | FlowOutcome | null;

/** The functions that a run needs from outside. An error that one of them throws passes through the run unchanged. */
export type FlowPorts<Recipients> = {
  /** Why the provider cannot send from this address; null if it can. A run calls this first. */
  readonly senderProblem: (from: string) => string | null;
  /** `runCheck` of `checks.ts`; a function that runs no verification leaves it out of its bundle. */
  readonly runCheck: RunCheck;
  /** Parses the delivery fields, with the node's `_replyTo` if none was given. Errors are whole sentences. */
  readonly parseDelivery: (
    delivery: Delivery,
  ) =>
    | { readonly ok: true; readonly recipients: Recipients }
    | { readonly ok: false; readonly field: string; readonly error: string };
  /** The domain of a `_to` that was given; the error is a whole sentence. */
  readonly recipientDomain: (
    to: string,
  ) =>
    | { readonly ok: true; readonly domain: string }
    | { readonly ok: false; readonly error: string };
  readonly lookupDomain: (
    domain: string,
  ) => Promise<{ readonly domain: boolean; readonly mxRecords: boolean } | 'no answer'>;
  /** Renders the template; a `subject` replaces the template's, literally and on one line. */
  readonly render: (
    variables: Variables,
    subject: string | null,
  ) => Promise<
    | ({ readonly outcome: 'rendered' } & MailContent)
    | { readonly outcome: 'missing'; readonly names: readonly string[] }
  >;
  /** Prints the provider node's address to unsubscribe; each error is a whole sentence. */
  readonly renderUnsubscribe: (
    steps: UnsubscribeSteps,
    variables: Variables,
  ) =>
    | { readonly ok: true; readonly address: string }
    | { readonly ok: false; readonly field: string; readonly error: string };
  /** Reads the files after the rendering. Errors and warnings are whole sentences. Null: no step in the trace. */
  readonly readFiles?:
    | ((content: MailContent) => Promise<
        | {
            readonly ok: true;
            readonly files: readonly MailFile[];
            readonly warnings?: readonly string[];
          }
        | { readonly ok: false; readonly field: string; readonly error: string }
        | null
      >)
    | undefined;
  /** Sends or schedules the mail; `trace` has the steps so far. `unknown`: the answer was lost. */
  readonly send: (
    mail: FlowMail<Recipients>,
    trace: readonly TraceStep[],
  ) => Promise<
    | { readonly outcome: 'sent'; readonly messageId: string }
    | { readonly outcome: 'scheduled'; readonly id: string; readonly sendAt: string }
    | { readonly outcome: 'refused' | 'unknown'; readonly error: string }
  >;
  /** A clock in milliseconds, only for the trace. */
  readonly now: () => number;
};
