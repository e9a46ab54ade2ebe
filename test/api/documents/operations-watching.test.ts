import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { blocks, chapters, followed, notHere, openReader } from '../harness/operations.ts';
import { startOwnRun } from '../harness/own-run.ts';

const { data } = await startOwnRun({ data: temporaryFolder() });
const reader = await openReader(data);

test('each block of operations.md is followed, or is one that nobody can follow on one machine', () => {
  const unused = Object.keys(notHere).filter(
    (start) => !blocks.some(({ text }) => text.startsWith(start)),
  );
  const sections = [...new Set(followed.map(({ section }) => section))];

  expect(unused).toEqual([]);
  expect(Object.values(chapters).flat().sort()).toEqual(sections.sort());
});

test.each(chapters.watching)(
  'the commands of the chapter "%s" of operations.md work',
  async (chapter) => {
    const printed = await reader.follow(chapter);

    if (chapter === 'Debug') {
      expect(printed).toContain(`request ${reader.sent.headers['x-request-id']}`);
    }
    expect(printed).not.toBe('');
  },
);
