import { Button, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useMay } from '../../api/account.ts';
import type { TemplateChoice } from '../../api/templates.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Empty } from '../../parts/loaded.tsx';
import { PlainButton, Quiet } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import type { Starter } from './starters.ts';

const FirstTemplate = laterAlone(() => import('./first-template.tsx'));

interface NoTemplatesProps {
  choice: Choice;
  onCreate: (begin: Starter['value']) => void;
  /** The service has looked at all templates. */
  isAll: boolean;
}

export function NoTemplates({ choice, onCreate, isAll }: NoTemplatesProps) {
  const { search, show, tag, setSearch, setShow, setTag } = choice;
  const mayWrite = useMay('write');
  if (tag !== '') {
    return (
      <Empty
        title={`No template here has the tag “${tag}”`}
        action={button('Show all tags', () => setTag(''))}
      >
        “Name and tags” in the menu of a template’s row adds one.
      </Empty>
    );
  }
  if (search !== '') {
    return (
      <Empty
        title={isAll ? `Nothing found for “${search}”` : `Nothing found for “${search}” so far`}
        action={button('Clear the search', () => setSearch(''))}
      >
        The search compares each word with the names and ids{show === 'all' ? '' : ' of this list'}.
        Upper case and accents make no difference.
      </Empty>
    );
  }
  const all = button('Show all templates', () => setShow('all'));
  switch (show) {
    case 'partial':
      return (
        <Empty
          title="No partials yet"
          action={
            <Allowed to="write">
              <Button onClick={() => onCreate('partial')}>New partial</Button>
            </Allowed>
          }
        >
          A partial is a piece of HTML that templates take, such as a footer, or the layout around
          them.
        </Empty>
      );
    case 'draft':
      return (
        <Empty title="No template has a draft" action={all}>
          A draft is a change that no request serves until you publish it. The editor saves one
          while you write.
        </Empty>
      );
    case 'deleted':
      return (
        <Empty title="Nothing is deleted" action={all}>
          A deleted template stays here with all its revisions, and can be brought back.
        </Empty>
      );
    default:
      return (
        isAll && (
          <Empty
            title="No templates yet"
            action={
              <Stack align="center">
                {mayWrite && <FirstTemplate onCreate={onCreate} />}
                <Quiet>
                  You have templates at Postmark, SES, SendGrid, Mailgun or Resend? The command line
                  imports them:
                </Quiet>
                <CodeBlock text={importLine} label="The command that imports templates" />
              </Stack>
            }
          >
            A template is the subject, HTML and plain text of one kind of mail, with placeholders
            for the parts that change. Begin with a finished mail:
          </Empty>
        )
      );
  }
}

const button = (words: string, does: () => void) => (
  <PlainButton onClick={does}>{words}</PlainButton>
);

const importLine = 'npm run -s postrider -- template import --help';

export const shows = [
  { value: 'all', label: 'All', choice: {} },
  { value: 'template', label: 'Templates', choice: { kind: 'template' } },
  { value: 'partial', label: 'Partials', choice: { kind: 'partial' } },
  { value: 'draft', label: 'With a draft', choice: { state: 'draft' } },
  { value: 'deleted', label: 'Deleted', choice: { state: 'deleted' } },
] as const satisfies readonly { value: string; label: string; choice: TemplateChoice }[];

type Show = (typeof shows)[number]['value'];

export function useChoice() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        if (value === '') next.delete(name);
        return next;
      },
      { replace: true },
    );
  const show: Show = shows.find(({ value }) => value === params.get('show'))?.value ?? 'all';
  return {
    ...{ search: params.get('search')?.trim() ?? '', show, tag: params.get('tag') ?? '' },
    setSearch: (text: string) => set('search', text),
    setShow: (value: string) => set('show', value === 'all' ? '' : value),
    setTag: (value: string) => set('tag', value),
  };
}

export type Choice = ReturnType<typeof useChoice>;
