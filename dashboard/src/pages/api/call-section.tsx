import { Grid, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Section } from '../../parts/section.tsx';
import { AnswerList } from './answer-list.tsx';
import type { Answer } from './answers.ts';
import { type ApiRequest, curl, nodeFetch } from './examples.ts';
import type { Language } from './language-choice.tsx';

export interface CallSectionProps {
  title: string;
  lead: string;
  language: Language;
  request: ApiRequest;
  answers: readonly Answer[];
}

/** One call: what to send on one side, what comes back on the other. */
export function CallSection({ title, lead, language, request, answers }: CallSectionProps) {
  const text = language === 'curl' ? curl(request) : nodeFetch(request);
  return (
    <Section title={title} lead={lead}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <CodeBlock
            text={text}
            label={`${title} with ${language === 'curl' ? 'curl' : 'Node.js'}`}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack gap="xs">
            <Text size="sm" fw={600}>
              What comes back
            </Text>
            <AnswerList answers={answers} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Section>
  );
}
