import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CoverFocus, type Image, updateImage } from '#shared/images.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { changeLink, refresh, withChanged } from './link-cache.ts'

const center: CoverFocus = { x: 0.5, y: 0.5 }

const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

export function useCoverFocus({ _id: id, link, coverFocus }: Image) {
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
