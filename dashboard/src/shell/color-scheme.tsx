import { Input, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';

const schemes = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Light, dark, or as the system has it. The browser remembers. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} component="div" mb={4}>
        Appearance
      </Input.Label>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={labelId}
        data={[...schemes]}
        value={colorScheme}
        onChange={setColorScheme}
      />
    </div>
  );
}
