import { expect, test } from '../jest.ts';

test('a promise that is never kept', () => new Promise(() => {}));

test('a test after it', () => expect(1 + 1).toBe(2));
