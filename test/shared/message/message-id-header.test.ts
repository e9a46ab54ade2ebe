import { messageIdHeaderOf } from '../../../shared/message/message-id-header.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['us-east-1', '0100018f-1', '<0100018f-1@email.amazonses.com>'],
  ['eu-central-1', '0107018f-1', '<0107018f-1@eu-central-1.amazonses.com>'],
  ['eu-central-1', 'captured-01KQHFP6800000000000000001', null],
  ['eu-central-1', null, null],
])('in %s the Message-ID of the mail %s is %s', (region, sesMessageId, header) => {
  expect(messageIdHeaderOf(sesMessageId, region)).toBe(header);
});
