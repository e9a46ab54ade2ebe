import type { ModalProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from '../later.tsx';

const DrawnDialog = later(() => import('./drawn-dialog.tsx'));

/** A dialog over a page. The browser loads what draws dialogs when the first one opens. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DrawnDialog {...props} />
    </Suspense>
  );
}
