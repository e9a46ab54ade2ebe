import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { ApiKey } from '../../../../functions/manage/contracts/api-keys.ts';
import { When } from '../../parts/when.tsx';

export interface KeyRowsProps {
  keys: readonly ApiKey[];
  /** Absent where nothing is left to revoke. */
  onRevoke?: (key: ApiKey) => void;
}

export function KeyRows({ keys, onRevoke }: KeyRowsProps) {
  return (
    <Paper withBorder component="ul" className="bare-list rows">
      {keys.map((key) => (
        <Group key={key.keyId} component="li" justify="space-between" wrap="nowrap" gap="md">
          <Stack gap={2} miw={0}>
            <Text fw={600} size="sm" className="copyable">
              {key.name}
            </Text>
            <Group gap="xs" c="dimmed" fz="sm">
              <Text size="sm" ff="monospace" title="First and last characters of the key">
                {key.hint}
              </Text>
              <span>
                created <When at={key.createdAt} span />
              </span>
              {key.revokedAt && (
                <span>
                  revoked <When at={key.revokedAt} span />
                </span>
              )}
            </Group>
          </Stack>
          {onRevoke && (
            <Button
              variant="default"
              size="xs"
              onClick={() => onRevoke(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          )}
        </Group>
      ))}
    </Paper>
  );
}

/** They answer 401 for good, and matter only to who wonders what became of one. */
export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return null;
  return (
    <details className="more">
      <summary>
        {keys.length} revoked {keys.length === 1 ? 'key' : 'keys'}
      </summary>
      <KeyRows keys={keys} />
    </details>
  );
}
