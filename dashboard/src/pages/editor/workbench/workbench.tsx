import './workbench.css';
import { Button, Splitter } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconBraces } from '../../../parts/icons.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { useSetting } from '../../../parts/use-setting.ts';
import { useEditor } from '../use-editor.ts';
import { views } from './use-view.ts';

type WorkbenchProps = Record<'source' | 'preview' | 'data' | 'problems', ReactNode>;

/**
 * The stylesheet places the parts by the view. The source stays in the page, because it holds the undo; the preview does not,
 * so that typing beside no preview draws none. Stores the source's width in percent, and the test data's height in CSS pixels.
 */
export function Workbench({ source, preview, data, problems }: WorkbenchProps) {
  const { view, isDataOpen } = useEditor().views;
  const [sourceWidth, setSourceWidth] = useSetting('source-width', 54);
  const [dataHeight, setDataHeight] = useSetting('data-height', 240);
  const [isResizing, setResizing] = useState(false);
  const resizing = {
    onResizeStart: () => setResizing(true),
    onResizeEnd: () => setResizing(false),
  };
  return (
    <div
      className="workbench fill"
      data-view={view}
      data-data={isDataOpen ? 'open' : 'closed'}
      data-resizing={isResizing || undefined}
    >
      <Splitter
        className="editor"
        {...resizing}
        sizes={[sourceWidth, 100 - sourceWidth]}
        onSizeChange={([width]) => setSourceWidth(Number(width))}
      >
        <Splitter.Pane defaultSize={54} min={20} className="editor-pane" data-of="source">
          {source}
        </Splitter.Pane>
        <Splitter.Pane defaultSize={46} min={20} className="editor-pane" data-of="rest">
          <Splitter
            orientation="vertical"
            className="editor-rest"
            {...resizing}
            sizes={[100, `${dataHeight}px`]}
            onSizeChange={([, height]) => {
              if (isDataOpen) setDataHeight(Number.parseFloat(String(height)));
            }}
          >
            <Splitter.Pane defaultSize={100} min={10} className="editor-pane" data-of="preview">
              {view !== 'code' && preview}
            </Splitter.Pane>
            <Splitter.Pane defaultSize="240px" min="120px" className="editor-pane" data-of="data">
              {isDataOpen && data}
            </Splitter.Pane>
          </Splitter>
        </Splitter.Pane>
      </Splitter>
      {problems}
    </div>
  );
}

export function ViewTools() {
  const { view, setView, isDataOpen, setDataOpen } = useEditor().views;
  return (
    <>
      <Segments
        size="xs"
        label="View"
        aria-keyshortcuts="1 2 3"
        value={view}
        onChange={setView}
        of={views}
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
