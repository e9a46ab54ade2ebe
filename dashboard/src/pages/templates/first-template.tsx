import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { StarterPicture } from './starter-picture.tsx';
import { mails, type Starter } from './starters.ts';

/** How many mails the page shows; the dialog has all. */
const shown = 6;

export default function FirstTemplate({
  onCreate,
}: {
  onCreate: (begin: Starter['value']) => void;
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} maw={760} w="100%" ta="start">
      {mails.slice(0, shown).map((starter) => (
        <UnstyledButton
          key={starter.value}
          className="starter"
          onClick={() => onCreate(starter.value)}
        >
          <StarterPicture starter={starter} />
          <Text size="sm" fw={600} px="xs" pt="xs">
            {starter.label}
          </Text>
          <Text size="xs" c="dimmed" px="xs" pb="xs">
            {starter.description}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
