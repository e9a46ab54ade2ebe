/** Why a text is no address, after a colon: `_to is not a valid email address: it has no @`. */
export const addressRefusals = {
  empty: 'it is empty',
  tooLong: 'it is longer than 254 octets',
  controlCharacter: 'it contains a control character, such as a line break or a tab',
  surroundingSpace: 'it has white space before or after it',
  noAt: 'it has no @',
  severalAts: 'it has more than one @; an @ in quotes is not accepted either',
  localEmpty: 'there is nothing before the @',
  localTooLong: 'the part before the @ is longer than 64 octets',
  localNotAscii: 'the part before the @ may contain only ASCII characters',
  localDot: 'the part before the @ must not begin or end with a dot or have two in a row',
  localCharacter: 'the part before the @ has a character that is allowed only in double quotes',
  quoteEmpty: 'there is nothing between the quotes before the @',
  quoteOpen: 'the quote that the part before the @ begins with is not closed',
  quoteUnescaped: 'a quote or a backslash within quotes needs a backslash before it',
  domainEmpty: 'there is nothing after the @',
  domainLiteral: 'the part after the @ must be a domain name, not an IP address in brackets',
  domainCharacter: 'the domain may contain only letters, digits, hyphens and dots',
  domainNoDot: 'the domain has no dot',
  domainDot: 'the domain must not begin or end with a dot or have two in a row',
  domainTooLong: 'the domain is longer than 253 octets',
  domainNumeric: 'the domain ends with a number',
  labelTooLong: 'a part of the domain between two dots is longer than 63 octets',
  labelHyphen: 'a part of the domain begins or ends with a hyphen',
  labelNotConvertible: 'a part of the domain is not a valid internationalised name (IDNA)',
} as const;

export type AddressRefusal = keyof typeof addressRefusals;
