import { describe, expect, test } from '@jest/globals';
import { isProgram } from '../../../../../shared/engine/render/program/is-program.ts';

const value = { kind: 'value', name: 'a.b', path: ['a', 'b'], isRaw: false, default: null };
const guarded = { ...value, kind: 'guarded', guards: ['address'] };
const section = { kind: 'section', name: 'list', path: null, isInverted: false, end: 1 };
const close = { kind: 'close', start: 0 };
const list = { kind: 'list', first: 3 };

test('a program of every kind of step is one', () => {
  const program = [section, close, 'text', 13, value, guarded, { ...value, default: 'x' }, list];

  expect(isProgram(program)).toBe(true);
});

test('no steps at all are a program, and what is no list is none', () => {
  expect([[], {}, null, 'text', { length: 0 }].map(isProgram)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

describe('a damaged step is noticed:', () => {
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a boolean', true],
    ['a list', []],
    ['an unknown kind', { ...value, kind: 'loop' }],
    ['no name', { ...value, name: undefined }],
    ['a path that is a text', { ...value, path: 'a.b' }],
    ['a path of numbers', { ...value, path: [1] }],
    ['a path of which one part is none', { ...value, path: ['a', null] }],
    ['no path', { ...value, path: undefined }],
    ['no word on being raw', { ...value, isRaw: undefined }],
    ['a default that is a number', { ...value, default: 1 }],
    ['no default', { ...value, default: undefined }],
    ['a guard that nobody knows', { ...guarded, guards: ['door'] }],
    ['a guarded step without a name', { ...guarded, name: undefined }],
    ['a list that begins nowhere', { ...list, first: 1.5 }],
    ['a list that begins with a text', { ...list, first: '1' }],
  ])('%s', (_, step) => {
    expect(isProgram(['text', step])).toBe(false);
  });

  test.each<[string, unknown[]]>([
    ['a section without a name', [{ ...section, name: undefined }, close]],
    ['one without a path', [{ ...section, path: undefined }, close]],
    ['one that does not say whether it is inverted', [{ ...section, isInverted: 0 }, close]],
    ['one that ends nowhere', [{ ...section, end: undefined }, close]],
    ['one that ends behind the program', [{ ...section, end: 9 }, close]],
    ['one that ends at a text', [{ ...section, end: 2 }, close, 'text']],
    ['one that ends at itself', [{ ...section, end: 0 }, close]],
    ['one that ends at the end of another', [section, close, section, { ...close, start: 2 }]],
    ['an end without a beginning', [section, { kind: 'close' }]],
    ['an end that begins elsewhere', ['text', section, { ...close, start: 0 }]],
  ])('%s', (_, program) => {
    expect(isProgram(program)).toBe(false);
  });
});
