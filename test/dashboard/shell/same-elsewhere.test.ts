import { sameElsewhere } from '../../../dashboard/src/shell/same-elsewhere.ts';
import { expect, test } from '../../jest.ts';

test.each([
  ['/', '', '/'],
  ['/templates/receipt/flow', '', '/templates/receipt/flow'],
  ['/templates/receipt/draft', '', '/templates/receipt'],
  ['/templates/receipt/revisions/7', '?against=6', '/templates/receipt/revisions'],
  ['/messages/msg_1', '', '/messages'],
  ['/messages', '?state=BOUNCED&key=key_1', '/messages?state=BOUNCED'],
])(
  'another account or environment shows what it has in common with the page %s%s',
  (pathname, search, same) => {
    expect(sameElsewhere({ pathname, search })).toBe(same);
  },
);
