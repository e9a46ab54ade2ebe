import { Button, Paper, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { CodeBlock } from '../../parts/copy.tsx';
import { Empty } from '../../parts/loaded.tsx';
import { StarterPicture } from './starter-picture.tsx';
import { type Starter, starters } from './starters.ts';
import type { Choice } from './use-choice.ts';

interface NoTemplatesProps {
  choice: Choice;
  onCreate: (begin: Starter['value']) => void;
  /** Whether the service has looked at all templates. */
  isAll: boolean;
}

/** An empty list: why it is empty, and what one can do about it. */
export function NoTemplates({ choice, onCreate, isAll }: NoTemplatesProps) {
  const { search, show, setTyped, setShow } = choice;
  if (search !== '') {
    return (
      <Empty
        title={isAll ? `Nothing found for “${search}”` : `Nothing found for “${search}” so far`}
        action={
          <Button variant="default" onClick={() => setTyped('')}>
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
          A draft is a change that no request serves until you publish it. The editor saves one with
          “Save as draft”.
        </Empty>
      );
    case 'deleted':
      return (
        <Empty title="Nothing is deleted" action={all}>
          A deleted template stays here with all its revisions, and can be brought back.
        </Empty>
      );
    default:
      return isAll ? <FirstTemplate onCreate={onCreate} /> : null;
  }
}

function FirstTemplate({ onCreate }: Pick<NoTemplatesProps, 'onCreate'>) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack gap="lg">
        <Stack gap={4} align="center" ta="center">
          <Title order={2} size="h4">
            No templates yet
          </Title>
          <Text c="dimmed" maw={520}>
            A template is the subject, HTML and plain text of one kind of mail, with placeholders
            for the parts that change. Begin with a finished mail:
          </Text>
        </Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }} maw={760} w="100%" mx="auto">
          {starters
            .filter(({ isMail }) => isMail)
            .map((starter) => (
              <UnstyledButton
                key={starter.value}
                className="starter"
                onClick={() => onCreate(starter.value)}
              >
                <StarterPicture starter={starter} />
                <Stack gap={0} p="xs" className="starter-label">
                  <Text size="sm" fw={600}>
                    {starter.label}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {starter.description}
                  </Text>
                </Stack>
              </UnstyledButton>
            ))}
        </SimpleGrid>
        <Stack gap="xs" maw={760} w="100%" mx="auto">
          <Text size="sm" c="dimmed">
            You have templates at Postmark, SES, SendGrid, Mailgun or Resend? The command line
            imports them, and compares each with its source. This lists what it needs:
          </Text>
          <CodeBlock text={importLine} label="The command that imports templates" />
        </Stack>
      </Stack>
    </Paper>
  );
}

const importLine = 'npm run -s postrider -- template import --help';
