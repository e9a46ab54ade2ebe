import { Button, SegmentedControl } from '@mantine/core';
import { IconBraces } from '../../../parts/icons.tsx';
import { useEditor } from '../use-editor.ts';
import { views } from './use-view.ts';

export function ViewTools() {
  const { view, setView, isDataOpen, setDataOpen } = useEditor().views;
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="View"
        aria-keyshortcuts="1 2 3"
        value={view}
        onChange={setView}
        data={[...views]}
      />
      <Button
        size="xs"
        variant={isDataOpen ? 'light' : 'default'}
        leftSection={<IconBraces size={14} aria-hidden />}
        aria-expanded={isDataOpen}
        onClick={() => setDataOpen(!isDataOpen)}
      >
        Test data
      </Button>
    </>
  );
}
