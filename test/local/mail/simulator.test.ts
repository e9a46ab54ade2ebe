import { expect, test } from 'vitest';
import { happeningsFor } from '../../../local/mail/simulator.ts';

const delivery = { type: 'delivery' };
const bounce = (subType: string) => ({
  type: 'bounce',
  subType,
  words: 'smtp; 550 5.1.1 user unknown',
});

test.each([
  ['success@simulator.amazonses.com', [delivery]],
  ['bounce@simulator.amazonses.com', [bounce('General')]],
  ['complaint@simulator.amazonses.com', [delivery, { type: 'complaint' }]],
  ['ooto@simulator.amazonses.com', [delivery]],
  ['suppressionlist@simulator.amazonses.com', [bounce('Suppressed')]],
  ['bounce+a+b@simulator.amazonses.com', [bounce('General')]],
  ['Bounce@Simulator.AmazonSES.com', [bounce('General')]],
  ['bounce@example.com', [delivery]],
  ['constructor@simulator.amazonses.com', [delivery]],
])("the mailbox simulator's address %s leads to SES's documented events", (address, happenings) => {
  expect(happeningsFor(address)).toEqual(happenings);
});
