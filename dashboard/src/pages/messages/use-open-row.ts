import { useLocation, useNavigate } from 'react-router';

/** Opens a message by a click anywhere in its row, unless the click ended a selection or hit a link or a button. */
export function useOpenRow() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (target: EventTarget, id: string) => {
    // A dialog that a row has opened is outside of the row, but its clicks bubble to the row.
    if (target instanceof Element && (target.closest('a, button') || !target.closest('tr'))) return;
    if (window.getSelection()?.isCollapsed === false) return;
    void navigate(`/messages/${id}`, { state: { search } });
  };
}
