import { addressFinder } from '../../../shared/people/find-address.ts';
import { expect, test } from '../../jest.ts';

const ada = addressFinder('ada.l+x@xn--mller-kva.example');

test.each([
  'ada.l+x@xn--mller-kva.example',
  'ADA.L+X@XN--MLLER-KVA.EXAMPLE',
  'Ada <Ada.L+x@Müller.example>',
  '"Ada.L+x"@müller.example',
  JSON.stringify('"Ada.L+x"@müller.example\nada'),
  JSON.stringify('550\nada.l+x@müller.example'),
  'smtp; 550 <Ada.L+x@Müller.example>: user unknown.',
  'ada.l+x@MÜLLER.EXAMPLE; bob@example.com',
  'https://x.example/?m=ADA.L+X%40müller.example',
  'ada.l+x&#64;m\u0075\u0308ller.example',
])('the address is found in %s, and replaced', (text) => {
  expect(ada.isIn(text)).toBe(true);
  expect(ada.isIn(ada.replace(text, 'x'))).toBe(false);
});

test.each([
  'nada.l+x@müller.example',
  'ada.l+x@müller.example.org',
  'ada.l+x@müller.examples',
  'adaxl+x@müller.example',
  'ada.l+x',
])('%s is another address', (text) => {
  expect(ada.isIn(text)).toBe(false);
});

test('a part of a longer address is replaced, although it is not found', () => {
  expect(ada.replace('nada.l+x@müller.example.pdf', '$&')).toBe('n$&.pdf');
});

test('a local part that needs its quotes is found as it is, and as JSON has it', () => {
  const { isIn } = addressFinder('"ada l"@example.com');

  expect(isIn('"Ada L"@example.com')).toBe(true);
  expect(isIn(JSON.stringify({ to: '"Ada L"@example.com' }))).toBe(true);
});
