import { Button, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/copy.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Empty } from '../../parts/loaded.tsx';
import type { Starter } from './starters.ts';
import type { Choice } from './use-choice.ts';

const FirstTemplate = laterAlone(() => import('./first-template.tsx'));

interface NoTemplatesProps {
  choice: Choice;
  onCreate: (begin: Starter['value']) => void;
  /** The service has looked at all templates. */
  isAll: boolean;
}

export function NoTemplates({ choice, onCreate, isAll }: NoTemplatesProps) {
  const { search, show, tag, setSearch, setShow, setTag } = choice;
  if (tag !== '') {
    return (
      <Empty
        title={`No template here has the tag “${tag}”`}
        action={
          <Button variant="default" onClick={() => setTag('')}>
            Show all tags
          </Button>
        }
      >
        “Name and tags” in the menu of a template’s row adds one.
      </Empty>
    );
  }
  if (search !== '') {
    return (
      <Empty
        title={isAll ? `Nothing found for “${search}”` : `Nothing found for “${search}” so far`}
        action={
          <Button variant="default" onClick={() => setSearch('')}>
            Clear the search
          </Button>
        }
      >
        The search compares each word with the names and ids{show === 'all' ? '' : ' of this list'}.
        Upper case and accents make no difference.
      </Empty>
    );
  }
  const all = (
    <Button variant="default" onClick={() => setShow('all')}>
      Show all templates
    </Button>
  );
  switch (show) {
    case 'partial':
      return (
        <Empty
          title="No partials yet"
          action={<Button onClick={() => onCreate('partial')}>New partial</Button>}
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
                <FirstTemplate onCreate={onCreate} />
                <Text size="sm" c="dimmed">
                  You have templates at Postmark, SES, SendGrid, Mailgun or Resend? The command line
                  imports them:
                </Text>
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

const importLine = 'npm run -s postrider -- template import --help';
