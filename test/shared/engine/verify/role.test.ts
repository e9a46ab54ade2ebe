import { isRole } from '../../../../shared/engine/verify/role.ts';
import { expect, test } from '../../../jest.ts';

test.each([
  ...['info', 'support', 'admin', 'webmaster', 'postmaster', 'hostmaster', 'abuse', 'noc'],
  ...['sales', 'marketing', 'security', 'usenet', 'news', 'www', 'uucp', 'ftp', 'billing', 'help'],
  ...['no-reply', 'noreply', 'do-not-reply', 'bounce', 'mailer-daemon', 'dmarc', 'contact'],
  ...['INFO', 'Support', 'info+shop', 'No-Reply+2024+may'],
])('%s is a role', (localPart) => {
  expect(isRole(localPart)).toBe(true);
});

test.each([
  ...['jane', 'jane.doe', 'paris', 'sydney', 'alexa', 'gardner', 'grace', 'dev', 'mark', 'art'],
  ...['information.desk', 'info.jane', 'infos', 'myinfo', 'sales1', 'supporter'],
  ...['jane+info', '+info'],
  ...['constructor', '__proto__', 'toString', '"jane doe"'],
])('%s is not a role', (localPart) => {
  expect(isRole(localPart)).toBe(false);
});
