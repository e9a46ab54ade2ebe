import { expect, test } from '../../jest.ts';
import { chapters, openReader } from '../harness/operations.ts';

const reader = await openReader();

// The chapters build on one another.
test.each(chapters.templates)(
  'the commands of the chapter "%s" of operations.md work',
  async (chapter) => {
    expect(await reader.follow(chapter)).not.toBe('');
  },
);
