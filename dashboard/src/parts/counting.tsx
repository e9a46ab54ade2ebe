import { Group, Loader, Text } from '@mantine/core';

/** Says that the service is still counting what a section shows. */
export function Counting() {
  return (
    <Group gap="xs" role="status">
      <Loader size={14} />
      <Text size="sm" c="dimmed">
        Counting
      </Text>
    </Group>
  );
}
