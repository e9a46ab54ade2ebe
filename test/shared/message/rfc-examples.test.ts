import { formatAddress } from '../../../shared/engine/verify/address.ts';
import { parseMailbox } from '../../../shared/message/mailbox.ts';
import { expect, test } from '../../jest.ts';

/** An example of an RFC, and the name and address that this service reads. */
type Example = [text: string, name: string | null, address: string];

/** The RFCs' examples of mailboxes to which SES can send. */
const taken: Example[] = [
  // RFC 5322, appendix A.1.1 and A.1.2.
  ['John Doe <jdoe@machine.example>', 'John Doe', 'jdoe@machine.example'],
  ['Mary Smith <mary@example.net>', 'Mary Smith', 'mary@example.net'],
  ['"Joe Q. Public" <john.q.public@example.com>', 'Joe Q. Public', 'john.q.public@example.com'],
  ['jdoe@example.org', null, 'jdoe@example.org'],
  ['Who? <one@y.test>', 'Who?', 'one@y.test'],
  ['<boss@nil.test>', null, 'boss@nil.test'],
  [
    '"Giant; \\"Big\\" Box" <sysservices@example.net>',
    'Giant; "Big" Box',
    'sysservices@example.net',
  ],
  // Appendix A.6.1: obsolete in the RFC because of the dot, which every reader accepts.
  ['Joe Q. Public <john.q.public@example.com>', 'Joe Q. Public', 'john.q.public@example.com'],
  // RFC 3696 §3, as corrected by its erratum 1690: the examples without an @ in quotes.
  ['"Fred Bloggs"@example.com', null, '"Fred Bloggs"@example.com'],
  ['user+mailbox@example.com', null, 'user+mailbox@example.com'],
  ['customer/department=shipping@example.com', null, 'customer/department=shipping@example.com'],
  ['$A12345@example.com', null, '$A12345@example.com'],
  ['!def!xyz%abc@example.com', null, '!def!xyz%abc@example.com'],
  ['_somename@example.com', null, '_somename@example.com'],
  // RFC 5321, §4.1.1.3 and appendix D; §2.4: only the domain may change its case.
  ['userc@d.bar.org', null, 'userc@d.bar.org'],
  ['Jones@XYZ.COM', null, 'Jones@xyz.com'],
  // RFC 5890 §2.3.2.1 and RFC 3492 §7: labels beyond ASCII go out as A-labels.
  ['ada@bücher.example', null, 'ada@xn--bcher-kva.example'],
];

/** The RFCs' examples that SES or this service refuses, with the text of the refusal. */
const refused: [text: string, problem: RegExp][] = [
  // RFC 5322, appendix A.1.3: groups.
  ['A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;', /more than one @/],
  ['Undisclosed recipients:;', /no @/],
  // Appendix A.5: comments and folding.
  ['Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>', /double quotes/],
  ['(Empty list)(start)Hidden recipients  :(nobody(that I know))  ;', /no @/],
  // Appendix A.6.1: routes, and space around the parts of an address.
  ['Mary Smith <@node.test:mary@example.net>', /more than one @/],
  ['jdoe@test  . example', /letters, digits, hyphens and dots/],
  // RFC 3696 §3: an @ in quotes, and the examples that its erratum withdrew.
  ['"Abc@def"@example.com', /more than one @/],
  ['Abc\\@def@example.com', /more than one @/],
  ['Fred\\ Bloggs@example.com', /only in double quotes/],
  // RFC 5321 §4.1.3: address literals.
  ['postmaster@[123.255.37.2]', /IP address in brackets/],
  ['postmaster@[IPv6:2001:db8::1]', /IP address in brackets/],
  // §4.1.1.3: the one mailbox without a domain, and §4.1.1.2: the null path.
  ['Postmaster', /no @/],
  ['<>', /empty/],
  // RFC 6531: local parts beyond ASCII, which need SMTPUTF8.
  ['δοκιμή@παράδειγμα.δοκιμή', /only ASCII characters/],
  ['Pelé@example.com', /only ASCII characters/],
];

test.each(taken)("the RFCs' example %s is accepted", (text, name, address) => {
  const parsed = parseMailbox(text);

  const read = parsed.ok && {
    name: parsed.mailbox.name ?? null,
    address: formatAddress(parsed.mailbox.address),
  };
  expect(read).toEqual({ name, address });
});

test.each(refused)("the RFCs' example %s is refused", (text, problem) => {
  expect(parseMailbox(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
