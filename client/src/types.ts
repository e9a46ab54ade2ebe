// Made by `npm run openapi` of the document’s schemas: what is changed here by hand does not last.

/**
 * Every shape of the API, by its name.
 */
export interface Schemas {
  RenderRequest: RenderRequest;
  ExecuteRequest: ExecuteRequest;
  VerifyRequest: VerifyRequest;
  Rendered: Rendered;
  VariableReport: VariableReport;
  /**
   * One of five, told apart by `type`. Check `success`: the status is 200 for all of them.
   */
  ExecuteOutcome: Sent | Callback | ValidationFailed | SendFailed | FlowError;
  Sent: Sent;
  Callback: Callback;
  ValidationFailed: ValidationFailed;
  SendFailed: SendFailed;
  FlowError: FlowError;
  TraceStep: TraceStep;
  Verified: Verified;
  Verification: Verification;
  Refused: Refused;
}
/**
 * A template and the values for its placeholders. Unknown fields are ignored.
 */
export interface RenderRequest {
  /**
   * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. One that cannot exist is a 404 like any unknown one.
   */
  template_id: string;
  /**
   * Values for the placeholders.
   */
  variables?: {
    [k: string]: unknown;
  } | null;
  /**
   * Adds what became of the variables to the answer. Default: `false`.
   */
  report?: boolean | null;
}
/**
 * A template, the values for its placeholders, and where its mail goes. Fields that start with `_` are reserved: an unknown one is refused by its name. Other unknown fields are ignored.
 */
export interface ExecuteRequest {
  /**
   * Id of the template: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`. One that cannot exist is a 404 like any unknown one.
   */
  templateId: string;
  /**
   * Values for the placeholders; `{}` if there are none.
   */
  variables: {
    [k: string]: unknown;
  };
  /**
   * The recipient, `a@b` or `Name <a@b>`. Required where the flow sends. `""` counts as not given, as in every field that starts with `_`.
   */
  _to?: string | null;
  /**
   * Replaces the template’s subject, taken literally.
   */
  _subject?: string | null;
  /**
   * Where answers go: one address, which replaces the flow’s.
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
   * Everything but the send: a flow that would send answers `callback`. Default: `false`.
   */
  _dryRun?: boolean | null;
  /**
   * Adds the steps of the flow to the answer. Default: `false`.
   */
  _trace?: boolean | null;
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
 * What the template has become. The caller sends the mail.
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
   * With `report: true` alone: the plain text. `null` where the template prints a variable as raw HTML and has no text of its own.
   */
  text?: string | null;
  variables?: VariableReport;
}
/**
 * What became of each variable, by the names that the template writes.
 */
export interface VariableReport {
  /**
   * Reached by the rendering, with a value.
   */
  used: string[];
  /**
   * Printed as their defaults.
   */
  defaulted: string[];
  /**
   * Reached, with neither a value nor a default: nothing is printed in their place.
   */
  missing: string[];
  /**
   * Given, but named nowhere in the template.
   */
  unknown: string[];
}
/**
 * SES accepted the mail.
 */
export interface Sent {
  /**
   * Whether the flow did what it is for.
   */
  success: true;
  /**
   * Which of the five outcomes it is.
   */
  type: 'sent';
  /**
   * The id that SES gave the mail.
   */
  messageId: string;
  /**
   * With `_trace: true` alone: the steps of the flow, in their order.
   */
  trace?: TraceStep[];
}
/**
 * One step of a flow. It never holds a value or an address.
 */
export interface TraceStep {
  /**
   * The node’s id; `null` where the flow has no node for the step.
   */
  node: string | null;
  /**
   * The node’s type; `delivery` is the reading of the delivery fields.
   */
  type: 'variables' | 'delivery' | 'verification' | 'template' | 'provider' | 'callback';
  /**
   * What became of the step.
   */
  outcome:
    | 'applied'
    | 'passed'
    | 'failed'
    | 'rendered'
    | 'returned'
    | 'sent'
    | 'not_sent'
    | 'refused'
    | 'unknown'
    | 'misconfigured';
  /**
   * How long it took, in milliseconds.
   */
  ms: number;
}
/**
 * The flow hands back what it rendered; nothing was sent.
 */
export interface Callback {
  /**
   * Whether the flow did what it is for.
   */
  success: true;
  /**
   * Which of the five outcomes it is.
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
   * With `_trace: true` alone: the steps of the flow, in their order.
   */
  trace?: TraceStep[];
}
/**
 * A verification failed, a delivery field is missing or bad, an address is suppressed, or a variable is missing. Nothing was sent.
 */
export interface ValidationFailed {
  /**
   * Whether the flow did what it is for.
   */
  success: false;
  /**
   * Which of the five outcomes it is.
   */
  type: 'validation_failed';
  /**
   * What is wrong, in one sentence.
   */
  error: string;
  /**
   * The first offending input: a variable’s name, or a delivery field such as `_to`.
   */
  field: string;
  /**
   * With `_trace: true` alone: the steps of the flow, in their order.
   */
  trace?: TraceStep[];
}
/**
 * SES refused the mail, or its answer was lost: then, and only then, `error` contains `may have been sent`.
 */
export interface SendFailed {
  /**
   * Whether the flow did what it is for.
   */
  success: false;
  /**
   * Which of the five outcomes it is.
   */
  type: 'send_failed';
  /**
   * SES’s own message, or what was lost.
   */
  error: string;
  /**
   * With `_trace: true` alone: the steps of the flow, in their order.
   */
  trace?: TraceStep[];
}
/**
 * The deployment cannot run this flow: its sender is no identity here, sending is switched off, or the stored flow cannot be read. Nothing was sent.
 */
export interface FlowError {
  /**
   * Whether the flow did what it is for.
   */
  success: false;
  /**
   * Which of the five outcomes it is.
   */
  type: 'flow_error';
  /**
   * What has to be set right, in one sentence.
   */
  error: string;
  /**
   * With `_trace: true` alone: the steps of the flow, in their order.
   */
  trace?: TraceStep[];
}
/**
 * What is known of the address.
 */
export interface Verified {
  /**
   * The address as it was sent.
   */
  email: string;
  verification: Verification;
}
/**
 * The checks of one address.
 */
export interface Verification {
  /**
   * The domain takes mail and is no throwaway provider’s. A deployment can count roles in and throwaway providers out.
   */
  valid: boolean;
  /**
   * The address is well-formed. Always true here: a malformed one is a 400.
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
 * Why the request was refused.
 */
export interface Refused {
  /**
   * One sentence.
   */
  error: string;
}
