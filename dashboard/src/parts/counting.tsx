import { Group, Loader, Text } from '@mantine/core';

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
