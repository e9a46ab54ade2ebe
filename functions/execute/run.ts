import { liveCopy, testCopy } from '../../shared/execute/kept-copy.ts';
import { RecordedSend, type RecordedSendPorts } from '../../shared/execute/recorded-send.ts';
import { type ScheduledSendPorts, scheduledSend } from '../../shared/execute/scheduled-send.ts';
import { refuseUnknownFields } from '../../shared/execute/send-fields.ts';
import {
  answerStored,
  type MakeSend,
  type StoredRequestPorts,
} from '../../shared/execute/stored-request.ts';
import { mailDoor, type Received } from '../../shared/http/endpoint.ts';
import { ignoredFields } from '../../shared/http/ignored-fields.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import { WrittenAnswer } from '../../shared/http/written-answer.ts';
import { idempotencyHeader, readIdempotencyKey } from '../../shared/message/idempotency-key.ts';
import { messageIdHeader } from '../../shared/message/message-id.ts';
import { type ExecuteRequest, executeFieldNames } from './contract.ts';

export type ExecutePorts = RecordedSendPorts & StoredRequestPorts & ScheduledSendPorts;

/** Runs the flow of a stored template of the caller's account. The answer names the message, if it was recorded. */
export async function execute(
  request: ExecuteRequest,
  caller: ApiCaller,
  { requestId, body: given, header, door }: Received,
  ports: ExecutePorts,
): Promise<WrittenAnswer> {
  refuseUnknownFields(given, executeFieldNames);
  const isTest = caller.test !== undefined;
  const keyed = readIdempotencyKey(header(idempotencyHeader), given, { isTest });
  const ignored = ignoredFields(given, executeFieldNames);
  const asked = { caller, requestId, keyed, ignored, door: mailDoor(door, 0) };
  const reply = await answerStored(request, asked, sendOf(request, caller, ports), ports);
  const { body, notes, headers } = reply;
  if (notes.messageId) headers[messageIdHeader] = notes.messageId;
  return new WrittenAnswer(body, notes, headers);
}

/** The one send of a request: at its `_sendAt`, or now if it has none. */
function sendOf(given: ExecuteRequest, caller: ApiCaller, ports: ExecutePorts): MakeSend {
  const { test, personKey } = caller;
  return (context, template) => {
    const { _sendAt } = given;
    const request = { ...given, _headers: context.headers };
    if (_sendAt !== undefined) {
      const scheduling = { plan: template.plan, test, forgets: personKey !== undefined };
      return scheduledSend({ ...request, _sendAt }, scheduling, context, ports);
    }
    const copy = test ? testCopy(request) : liveCopy(request, template);
    return new RecordedSend({ ...context, copy }, ports);
  };
}
