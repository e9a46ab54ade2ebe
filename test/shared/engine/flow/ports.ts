import { runCheck } from '../../../../shared/engine/flow/checks.ts';
import type { Delivery } from '../../../../shared/engine/flow/delivery.ts';
import type { FlowMail, FlowPorts } from '../../../../shared/engine/flow/ports.ts';
import { renderUnsubscribe } from '../../../../shared/message/unsubscribe.ts';

/** The calls of the fake ports, in order. */
export type Calls = [port: string, ...values: unknown[]][];

/** The outcome of a flow that stops at a check. */
export function validationFailed(error: string, field: string) {
  return { success: false, type: 'validation_failed', error, field };
}

/** Ports that accept everything and record their calls. Each call of `now` moves the clock on by 1 ms. */
export function agreeing(
  calls: Calls = [],
  changes: Partial<FlowPorts<Delivery>> = {},
): FlowPorts<Delivery> {
  let ms = 0;
  const ports: FlowPorts<Delivery> = {
    senderProblem: () => null,
    parseDelivery: (delivery) =>
      delivery._to
        ? { ok: true, recipients: delivery }
        : { ok: false, field: '_to', error: '_to is required' },
    recipientDomain: (to) =>
      to.includes('@')
        ? { ok: true, domain: to.slice(to.indexOf('@') + 1) }
        : { ok: false, error: '_to is no address' },
    runCheck,
    lookupDomain: async () => ({ domain: true, mxRecords: true }),
    render: async (variables, subject) => ({
      outcome: 'rendered',
      subject: subject ?? 'Hello',
      html: `<p>${JSON.stringify(variables)}</p>`,
      text: JSON.stringify(variables),
    }),
    renderUnsubscribe,
    send: async (_mail: FlowMail<Delivery>) => ({ outcome: 'sent', messageId: 'message-1' }),
    now: () => ms++,
    ...changes,
  };
  const noted =
    <Arguments extends unknown[], Answer>(name: string, port: (...values: Arguments) => Answer) =>
    (...values: Arguments) => {
      calls.push([name, ...values]);
      return port(...values);
    };
  return {
    senderProblem: noted('senderProblem', ports.senderProblem),
    parseDelivery: noted('parseDelivery', ports.parseDelivery),
    runCheck: ports.runCheck,
    recipientDomain: noted('recipientDomain', ports.recipientDomain),
    lookupDomain: noted('lookupDomain', ports.lookupDomain),
    render: noted('render', ports.render),
    renderUnsubscribe: noted('renderUnsubscribe', ports.renderUnsubscribe),
    send: noted('send', ports.send),
    now: ports.now,
  };
}
