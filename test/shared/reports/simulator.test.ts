import { happeningsFor, happeningsOf } from '../../../shared/reports/simulator.ts';
import { expect, test } from '../../jest.ts';

const delivery = { type: 'delivery' };
const words = 'smtp; 550 5.1.1 user unknown';
const bounce = (subType: string) => ({ type: 'bounce', subType, words });

test.each([
  ['success@simulator.amazonses.com', [delivery]],
  ['bounce@simulator.amazonses.com', [bounce('General')]],
  ['complaint@simulator.amazonses.com', [delivery, { type: 'complaint' }]],
  ['ooto@simulator.amazonses.com', [delivery]],
  ['suppressionlist@simulator.amazonses.com', [bounce('Suppressed')]],
  [
    'delayed@simulator.amazonses.com',
    [{ type: 'deliveryDelay', delayType: 'MailboxFull', words: 'smtp; 452 4.2.2 mailbox full' }],
  ],
  ['rejected+x@simulator.amazonses.com', [{ type: 'reject', words: 'Bad content' }]],
  ['bounce+a+b@simulator.amazonses.com', [bounce('General')]],
  ['Bounce@Simulator.AmazonSES.com', [bounce('General')]],
  ['bounce@example.com', [delivery]],
  ['constructor@simulator.amazonses.com', [delivery]],
])("the mailbox simulator's address %s leads to its documented events", (address, happenings) => {
  expect(happeningsFor(address)).toEqual(happenings);
});

test('a mail that SES rejects is rejected for all its recipients, and nothing else happens', () => {
  const addresses = ['ada@example.com', 'rejected@simulator.amazonses.com'];

  expect(happeningsOf(addresses)).toEqual([
    { happening: { type: 'reject', words: 'Bad content' }, addresses, earlier: 0 },
  ]);
});

test("a complaint names all recipients at the complaining domain, as SES's does", () => {
  const [complaint, success] = ['complaint', 'success'].map(
    (name) => `${name}@simulator.amazonses.com`,
  );

  const complained = happeningsOf(['ada@example.com', `${complaint}`, `${success}`]).find(
    ({ happening }) => happening.type === 'complaint',
  );

  expect(complained).toMatchObject({ addresses: [complaint, success], earlier: 1 });
});
