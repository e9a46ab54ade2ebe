import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePartials } from '../../../api/templates.ts';
import type { Segment } from '../../../copy/copy-runs.ts';

/** What the author can do with the texts of the mail. */
export function CopyHint({ isEditing }: { isEditing: boolean }) {
  if (isEditing) return 'Click a text and type. Bold words and links are texts of their own.';
  return (
    <Text c="dimmed" span inherit>
      To edit a text, double-click it or choose “Edit text”.
    </Text>
  );
}

/** Says that the author began to edit a text of these segments. */
export function begunNote(segments: readonly Segment[]): string {
  const times = Math.max(...segments.map((each) => (each.kind === 'text' ? each.times : 1)));
  const text =
    times > 1
      ? `The mail shows this text ${times} times: a change changes all of them.`
      : 'Enter keeps the text, Escape puts it back.';
  const hasNames = segments.some(({ kind }) => kind === 'value');
  return hasNames ? `${text} Blue names differ in each mail.` : text;
}

/**
 * Says where the segment that the author clicked is written. With `isRefused`, the author wanted to edit it, but it
 * cannot be edited. Null if the segment can be edited.
 */
export function placeNote(segment: Segment, isRefused: boolean): ReactNode {
  const { in: id, kind } = segment;
  if (kind === 'value') return <ValueNote segment={segment} />;
  if (id !== undefined) {
    return (
      <>
        This {kind === 'image' ? 'image' : 'text'} is in <FileLink id={id} />:{' '}
        {isRefused ? 'edit it there' : 'a change there changes it'}.
      </>
    );
  }
  if (kind === 'image') return 'This is an image: change it in the source.';
  return isRefused ? 'This text repeats: edit it where it is first.' : null;
}

function ValueNote({ segment: { in: id, name, hasDefault } }: { segment: Segment }) {
  const what = name === '.' ? 'an item of a list' : `the value of “${name}”`;
  const fallback = ', or its default: change it in the test data, or in the source.';
  return (
    <>
      This is {what}
      {hasDefault ? fallback : ': change it in the test data.'}
      {id !== undefined && (
        <>
          {' '}
          Its placeholder is in <FileLink id={id} />.
        </>
      )}
    </>
  );
}

/** Names a partial, a layout or a template, and links to it. */
function FileLink({ id }: { id: string }) {
  const file = usePartials().find((each) => each.id === id);
  const what = file?.isLayout ? 'layout' : file ? 'partial' : 'template';
  return (
    <>
      the {what}{' '}
      <Anchor component={Link} to={`/templates/${id}`} size="sm" underline="always">
        {id}
      </Anchor>
    </>
  );
}
