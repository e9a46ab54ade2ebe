import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../../parts/section.tsx';
import { AnswerList } from './answer-list.tsx';
import { commonAnswers } from './answers.ts';

/** What is the same for all three. */
export function CommonAnswers() {
  return (
    <Section
      title="Every call"
      lead={
        <>
          Execute answers 200 for every outcome of a flow: check success, and tell them apart by
          type. All other calls that go wrong have another status and one field, error. Each answer
          carries x-request-id: quote it when you ask why. Every field and every refusal:{' '}
          <Anchor component={Link} to="/docs/api" size="sm" underline="always">
            API reference
          </Anchor>
          .
        </>
      }
    >
      <AnswerList answers={commonAnswers} />
    </Section>
  );
}
