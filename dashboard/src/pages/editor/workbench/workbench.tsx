import './workbench.css';
import { SegmentedControl, Splitter } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

/** A narrow window shows one; a wide one all three. */
export type WorkbenchSide = 'source' | 'preview' | 'data';

interface WorkbenchProps {
  side: WorkbenchSide;
  onSide: (side: WorkbenchSide) => void;
  source: ReactNode;
  preview: ReactNode;
  data: (dock: DataDock) => ReactNode;
}

export type DataDock = { isOpen: boolean; onOpen: (isOpen: boolean) => void };

const barHeight = 41;

// The browser keeps the setting for all templates.
const useSetting = <T,>(name: string, defaultValue: T) =>
  useLocalStorage<T>({ key: `postrider-${name}`, defaultValue, getInitialValueInEffect: false });

/** Stores the source's width in percent, and the test data's height in CSS pixels. */
export function Workbench({ side, onSide, source, preview, data }: WorkbenchProps) {
  const [sourceWidth, setSourceWidth] = useSetting('source-width', 54);
  const [openHeight, setOpenHeight] = useSetting('data-height', 240);
  const [isDataOpen, setDataOpen] = useSetting('data-open', true);
  const [isResizing, setResizing] = useState(false);
  const resizing = {
    onResizeStart: () => setResizing(true),
    onResizeEnd: () => setResizing(false),
  };
  const dataHeight = isDataOpen ? openHeight : barHeight;
  return (
    <div
      className="workbench fill"
      data-side={side}
      data-data={isDataOpen ? 'open' : 'closed'}
      data-resizing={isResizing || undefined}
    >
      <SegmentedControl
        hiddenFrom="md"
        className="workbench-sides"
        fullWidth
        aria-label="Show"
        value={side}
        onChange={onSide}
        data={[
          { value: 'source', label: 'Source' },
          { value: 'preview', label: 'Preview' },
          { value: 'data', label: 'Data' },
        ]}
      />
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
              if (isDataOpen) setOpenHeight(Number.parseFloat(String(height)));
            }}
          >
            <Splitter.Pane defaultSize={100} min={10} className="editor-pane" data-of="preview">
              {preview}
            </Splitter.Pane>
            <Splitter.Pane
              defaultSize={`${dataHeight}px`}
              min={isDataOpen ? '120px' : `${barHeight}px`}
              className="editor-pane"
              data-of="data"
            >
              {data({ isOpen: isDataOpen, onOpen: setDataOpen })}
            </Splitter.Pane>
          </Splitter>
        </Splitter.Pane>
      </Splitter>
    </div>
  );
}
