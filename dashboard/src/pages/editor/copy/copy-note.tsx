import { Anchor, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePartials } from '../../../api/templates.ts';
import type { Segment } from '../../../copy/copy-runs.ts';

/** What the author has to know of the text that they clicked or changed. */
export type CopyFact =
  /** They clicked it. `isRefused`: they wanted to edit it, and it cannot be edited. */
  | { kind: 'place'; segment: Segment; isRefused: boolean }
  /** They began to edit it. `times`: how often the mail has it. `hasNames`: it has placeholders. */
  | { kind: 'begun'; times: number; hasNames: boolean }
  | { kind: 'changed'; hasOwnText: boolean }
  /** They typed two braces. */
  | { kind: 'braces' }
  /** The source has changed since the mail was rendered. */
  | { kind: 'stale' };

interface CopyNoteProps {
  fact: CopyFact | null;
  isEditing: boolean;
  /** Whether the mail has too many pieces for their places to be known. */
  isTooLarge: boolean;
  onUndo: () => void;
}

/** One sentence below the preview. */
export function CopyNote({ fact, isEditing, isTooLarge, onUndo }: CopyNoteProps): ReactNode {
  switch (fact?.kind) {
    case 'place':
      return <PlaceNote segment={fact.segment} isRefused={fact.isRefused} isEditing={isEditing} />;
    case 'begun':
      return (
        <>
          {fact.times > 1
            ? `The mail shows this text ${fact.times} times: a change changes all of them.`
            : 'Enter keeps the text, Escape puts it back.'}
          {fact.hasNames && ' Blue names differ in each mail.'}
        </>
      );
    case 'changed':
      return (
        <>
          The text is changed.
          {fact.hasOwnText && ' The plain text is not: the template has its own.'}{' '}
          <Button size="compact-xs" variant="default" onClick={onUndo}>
            Undo
          </Button>
        </>
      );
    case 'braces':
      return 'The mail will show these braces as you typed them. Add placeholders in the source.';
    case 'stale':
      return 'The source has changed in the meantime, so this text was not. Edit it again.';
    default:
      return isTooLarge ? tooLarge : <Hint isEditing={isEditing} />;
  }
}

const tooLarge = 'This mail is too large to be edited here: shorten its test data.';

function Hint({ isEditing }: { isEditing: boolean }) {
  if (isEditing) return 'Click a text and type. Bold words and links are texts of their own.';
  return (
    <Text c="dimmed" span inherit>
      To edit a text, double-click it or choose “Edit text”.
    </Text>
  );
}

interface PlaceNoteProps {
  segment: Segment;
  isRefused: boolean;
  isEditing: boolean;
}

function PlaceNote({ segment, isRefused, isEditing }: PlaceNoteProps) {
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
  if (isRefused) return 'This text repeats: edit it where it is first.';
  return <Hint isEditing={isEditing} />;
}

function ValueNote({ segment: { in: id, name, hasDefault } }: { segment: Segment }) {
  const what = name === '.' ? 'an item of a list' : `the value of “${name}”`;
  return (
    <>
      This is {what}
      {hasDefault
        ? ', or its default: change it in the test data, or in the source'
        : ': change it in the test data'}
      .
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
