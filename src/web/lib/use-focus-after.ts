import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `focus` once something is no longer shown, if the focused element disappeared with it. Don't call it in the event
 * handler instead: a modal dialog that's still open would keep the focus.
 */
export function useFocusAfter(isShown: boolean, focus: () => void) {
  const wasShown = useRef(false)
  const moveFocus = useEffectEvent(focus)
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) moveFocus()
    wasShown.current = isShown
  }, [isShown])
}
