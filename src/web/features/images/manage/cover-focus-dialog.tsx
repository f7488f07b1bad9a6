import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type CoverFocus, type Image, updateImage } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { imageName } from './image-order.ts'
import { changeLink, refresh, withChanged } from './link-cache.ts'

const crops = [
  { name: 'Card', shape: 'aspect-3/2' },
  { name: 'Phone', shape: 'aspect-5/8' },
  { name: 'Wide', shape: 'aspect-2/1' },
]

export function CoverFocusDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const { focus, isCentered, isSaving, isSaved, failure, move, save, reset } = useCoverFocus(image)
  return (
    <Dialog title="Cover focal point" onClose={onClose} wide>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p className="-mt-1 text-ink-2 text-ui">
        This point stays visible when the cover is cropped. Click, drag or use the arrow keys.
      </p>
      <FocalPoint image={image} focus={focus} onMove={move} onDone={save} />
      <div className="flex justify-center gap-3 sm:gap-5">
        {crops.map(({ name, shape }) => (
          <figure key={name}>
            <Picture
              image={image}
              alt=""
              sizes="15rem"
              style={{ objectPosition: objectPositionOf(focus) }}
              className={`h-16 w-auto rounded-print object-cover sm:h-28 ${shape}`}
            />
            <figcaption className="mt-1.5 text-caption text-ink-3">{name}</figcaption>
          </figure>
        ))}
      </div>
      <DialogButtons>
        <p role="status" className="mr-auto self-center text-caption text-ink-3">
          {isSaving ? 'Saving' : isSaved ? 'Saved' : ''}
        </p>
        <Button kind="ghost" disabled={isCentered} onClick={reset}>
          Reset to center
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  )
}

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`

const arrows: Record<string, CoverFocus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type PointProps = { image: Image; focus: CoverFocus; onMove: (focus: CoverFocus) => void; onDone: () => void }

function FocalPoint({ image, focus, onMove, onDone }: PointProps) {
  const pointTo = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onMove({ x: (clientX - left) / width, y: (clientY - top) / height })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrows[event.key]
    if (!direction) return
    // Keep arrow keys from scrolling the dialog.
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.02
    onMove({ x: focus.x + direction.x * step, y: focus.y + direction.y * step })
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className="relative cursor-crosshair touch-none select-none justify-self-center"
      aria-label="Focal point"
      aria-roledescription="two-dimensional slider"
      aria-valuenow={Math.round(focus.x * 100)}
      aria-valuetext={`${percent(focus.x)} from the left, ${percent(focus.y)} from the top`}
      onKeyDown={onKeyDown}
      onKeyUp={onDone}
      onBlur={onDone}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        pointTo(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && pointTo(event)}
      onLostPointerCapture={onDone}
    >
      <Picture
        image={image}
        alt={imageName(image)}
        sizes="(min-width: 48rem) 40rem, 100vw"
        loading="eager"
        draggable={false}
        className="h-auto max-h-[45dvh] w-auto max-w-full rounded-print"
      />
      {/* A light ring with dark outlines is visible on any image. */}
      <span
        className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-2 border-[#fff] shadow-[0_0_0_1.5px_rgb(0_0_0/0.6),inset_0_0_0_1.5px_rgb(0_0_0/0.6)]"
        style={{ left: percent(focus.x), top: percent(focus.y) }}
      />
    </div>
  )
}

const center: CoverFocus = { x: 0.5, y: 0.5 }

const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

function useCoverFocus({ _id: id, link, coverFocus }: Image) {
  const client = useQueryClient()
  const [focus, setFocus] = useState(coverFocus ?? center)
  const unsaved = useRef<CoverFocus>(undefined)
  const isOpen = useIsOpen()
  const mutationKey = ['cover focus', id]
  const saving = useMutation({
    mutationKey,
    // Saves run one at a time, so the last position wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (wanted: CoverFocus | null) => call(updateImage, { params: { id }, body: { coverFocus: wanted } }),
    onSuccess: ({ data }) => changeLink(client, link._id, (known) => withChanged(known, data)),
    onError: (error) => {
      if (!isOpen.current) void notify('error', errorMessage(error, fallback))
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void refresh(client, link._id)
    },
  })
  return {
    focus,
    isCentered: focus.x === center.x && focus.y === center.y,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess,
    failure: saving.error && errorMessage(saving.error, fallback),
    move({ x, y }: CoverFocus) {
      unsaved.current = { x: fraction(x), y: fraction(y) }
      setFocus(unsaved.current)
    },
    save() {
      if (!unsaved.current) return
      saving.mutate(unsaved.current)
      unsaved.current = undefined
    },
    reset() {
      unsaved.current = undefined
      setFocus(center)
      saving.mutate(null)
    },
  }
}

const fallback = 'Failed to update image. Please try again.'

/** Once the dialog has closed, errors are shown as toasts. */
function useIsOpen() {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
