import { Paper, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { CodeBlock } from '../../parts/copy.tsx';
import { StarterPicture } from './starter-picture.tsx';
import { type Starter, starters } from './starters.ts';

interface FirstTemplateProps {
  onCreate: (begin: Starter['value']) => void;
}

/** The page of an account without a template: finished mails to begin with. */
export default function FirstTemplate({ onCreate }: FirstTemplateProps) {
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
