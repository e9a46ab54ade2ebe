import type { Person } from '../../people/forgotten-record.ts';
import type { Left } from '../../people/person-data.ts';
import { type Item, text } from './attributes.ts';
import { changedTexts, type TextChange } from './change-texts.ts';
import { pausesIn } from './pause-item.ts';
import { decodeRevision } from './revision-format.ts';
import { draftIn, originIn } from './revision-origin.ts';

const todos = {
  'test data': 'Save it without the address; earlier revisions stay',
  content: 'Save it without the address; earlier revisions stay',
  note: 'It stays in the history: write no addresses into notes',
};

/** What an item has of the address beside the names of those who acted. */
export function leftIn(item: Item, { isIn }: Person): Left[] {
  const [, templateId = '', number = ''] = text(item, 'sk').split('#');
  const revision = /^\d+$/.test(number) && { revision: Number(number) };
  return textsOf(item)
    .filter(([, texts]) => texts.some((each) => each !== undefined && isIn(each)))
    .map(([what]) => ({ what, where: `template:${templateId}`, ...revision, todo: todos[what] }));
}

function textsOf(item: Item): (readonly [keyof typeof todos, (string | undefined)[]])[] {
  const content = item.content?.B;
  if (content === undefined) {
    const notes = (pausesIn(item) ?? []).map(({ note }) => note);
    return [['note', [originIn(item)?.note, draftIn(item)?.origin.note, ...notes]]];
  }
  const { testData, compiled: _, plan: __, ...parts } = decodeRevision(content);
  return [
    ['test data', [JSON.stringify(testData)]],
    ['content', [JSON.stringify(parts)]],
  ];
}

/** What stands in histories for a person who is forgotten. */
const formerUser = 'former user';

/** Puts `former user` in place of the person, wherever an item names who acted. */
export function withoutActor({ isIn }: Person): TextChange {
  const without = (name: string, text: unknown) =>
    /^(by|name|approvedBy)$/.test(name) && typeof text === 'string' && isIn(text)
      ? formerUser
      : text;
  return (text, name) => {
    if (name === 'pauses' || name === 'approvals') return JSON.stringify(JSON.parse(text, without));
    return name === 'name' ? text : `${without(name, text)}`;
  };
}

/** Whether an item names the person as who acted. */
export const namesActor = (item: Item, person: Person): boolean =>
  !changedTexts({ M: item }, withoutActor(person)).next().done;
