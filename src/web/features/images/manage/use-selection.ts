import { useCallback, useEffect, useRef, useState } from 'react'
import { toggled } from './selection.ts'

const nothing: ReadonlySet<string> = new Set()

/** Escape clears the selection, unless it closes a dialog or menu or cancels a drag. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState(nothing)
  const last = useRef<string | undefined>(undefined)
  const present = useRef(ids)
  present.current = ids

  const toggle = useCallback((id: string, isRange: boolean) => {
    const from = isRange ? last.current : undefined
    last.current = id
    setChosen((before) => toggled(before, present.current, id, from))
  }, [])
  const clear = useCallback(() => setChosen(nothing), [])
  const selectAll = useCallback(() => setChosen(new Set(present.current)), [])

  const isSelecting = chosen.size > 0
  useEffect(() => {
    if (!isSelecting) return
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken =
        event.defaultPrevented || document.querySelector('dialog[open], [role="menu"], [aria-pressed="true"]')
      if (event.key === 'Escape' && !isTaken) clear()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isSelecting, clear])

  return { selected: ids.filter((id) => chosen.has(id)), chosen, toggle, clear, selectAll }
}
