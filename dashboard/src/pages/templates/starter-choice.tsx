import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { StarterPicture } from './starter-picture.tsx';
import { type Starter, starters } from './starters.ts';

interface StarterChoiceProps {
  value: Starter['value'];
  onChange: (value: Starter['value']) => void;
}

const mails = starters.filter(({ isMail }) => isMail);
const others = starters.filter(({ isMail }) => !isMail);

/** What a new template begins with: finished mails as pictures, and the rest as words. */
export function StarterChoice({ value, onChange }: StarterChoiceProps) {
  const choose = (chosen: string) =>
    onChange(starters.find((each) => each.value === chosen)?.value ?? value);
  return (
    <Radio.Group label="Begin with" value={value} onChange={choose}>
      <Stack gap="sm" mt={6}>
        <SimpleGrid cols={3} spacing="sm">
          {mails.map((starter) => (
            <Radio.Card
              key={starter.value}
              value={starter.value}
              className="starter"
              aria-label={starter.label}
            >
              <StarterPicture starter={starter} />
              <Group gap={8} p="xs" wrap="nowrap" className="starter-label">
                <Radio.Indicator size="xs" className="starter-mark" />
                <Text size="sm" fw={600}>
                  {starter.label}
                </Text>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
        {others.map(({ value: each, label, description }) => (
          <Radio key={each} value={each} label={label} description={description} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
