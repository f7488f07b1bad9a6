import { type PointerEvent, useRef } from 'react'

const withinMs = 350
const farPx = 12

type Tap = { at: number; x: number; y: number }
const isNear = (one: Tap, other: Tap) => Math.hypot(one.x - other.x, one.y - other.y) < farPx

/** Touch only. Swipes and second fingers don't count. */
export function useDoubleTap(onDoubleTap: (() => void) | undefined) {
  const down = useRef<Tap>(undefined)
  const before = useRef<Tap>(undefined)
  const tapOf = ({ timeStamp, clientX, clientY }: PointerEvent) => ({ at: timeStamp, x: clientX, y: clientY })
  if (!onDoubleTap) return {}
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      down.current = event.pointerType === 'touch' && event.isPrimary ? tapOf(event) : undefined
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const tap = tapOf(event)
      const isTap = down.current !== undefined && event.isPrimary && isNear(down.current, tap)
      const first = before.current
      const isSecond = isTap && first !== undefined && tap.at - first.at < withinMs && isNear(first, tap)
      before.current = isTap && !isSecond ? tap : undefined
      if (isSecond) onDoubleTap()
    },
  }
}
