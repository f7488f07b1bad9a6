import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '#web/lib/notify.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { RoomProps } from './room.tsx'

const loadRoom = () => import('./room.tsx')

/** Somebody reaches for a picture: a head start. Whether it fails is seen when it is opened. */
export const prepareRoom = () => void loadRoom().catch(() => {})

/** Pictures seen large. The code for it is fetched when the first one is opened; until it is there, the room is dark. */
export function Lightbox(props: RoomProps) {
  const [Room, setRoom] = useState<ComponentType<RoomProps>>()
  const { onClose } = props

  useEffect(() => {
    let isWanted = true
    loadRoom().then(
      (loaded) => isWanted && setRoom(() => loaded.Room),
      () => {
        if (!isWanted) return
        onClose()
        void notify('error', 'The picture could not be opened. Check your connection and try again.')
      },
    )
    return () => {
      isWanted = false
    }
  }, [])

  if (Room) return <Room {...props} />
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-room scheme-dark">
      <Spinner label="Opening" />
    </div>
  )
}
