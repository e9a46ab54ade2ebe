import { addressFinder } from '../../../shared/people/find-address.ts';
import { expect, test } from '../../jest.ts';

const ada = addressFinder('ada.l+x@xn--mller-kva.example');

test.each([
  'ada.l+x@xn--mller-kva.example',
  'ADA.L+X@XN--MLLER-KVA.EXAMPLE',
  'Ada.L+x@Müller.example',
  'ada.l+x@MÜLLER.EXAMPLE',
  'Ada <ada.l+x@müller.example>',
])('%s is the address in another form', (text) => {
  expect(ada.is(text)).toBe(true);
});

test.each([
  'nada.l+x@müller.example',
  'ada.l+x@müller.example.org',
  'ada.l+x@müller.examples',
  'adaxl+x@müller.example',
  'ada.l+x',
  '',
])('%s is another address', (text) => {
  expect(ada.is(text)).toBe(false);
  expect(ada.isIn(text)).toBe(false);
});

test.each([
  'smtp; 550 <Ada.L+x@Müller.example>: user unknown.',
  'to=ada.l+x@xn--mller-kva.example, x',
  'https://x.example/?m=ADA.L+X%40müller.example',
  'ada.l+x&#64;m\u0075\u0308ller.example',
])('the address is found in %s, and replaced', (text) => {
  expect(ada.isIn(text)).toBe(true);
  expect(ada.isIn(ada.replace(text, 'x'))).toBe(false);
});

test('a refused recipient that is no address is the person if the address is in it', () => {
  expect(ada.is('ada.l+x@müller.example; bob@example.com')).toBe(true);
});

test('a part of a longer address is replaced, although it is not found', () => {
  expect(ada.replace('nada.l+x@müller.example.pdf', '$&')).toBe('n$&.pdf');
});

test('a quoted local part is found as it is, and as JSON has it', () => {
  const quoted = addressFinder('"ada l"@example.com');

  expect(quoted.is('"Ada L"@example.com')).toBe(true);
  expect(quoted.isIn(JSON.stringify({ to: '"Ada L"@example.com' }))).toBe(true);
});
