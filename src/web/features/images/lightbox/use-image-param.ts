import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMounted } from '#web/lib/use-mounted.ts'

/** Marks history entries created by opening an image. Closing the image then goes back in history. */
const opened = { opened: true }

/**
 * Keeps the open image in the URL, so it can be shared, survives a reload and closes with Back. `shownId` is undefined
 * on the first render, because the server renders the same page for every image.
 */
export function useImageParam() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isMounted = useMounted()
  const shownId = isMounted ? (new URLSearchParams(search).get('image') ?? undefined) : undefined

  const open = useCallback(
    (imageId: string) => navigate({ search: withImage(window.location.search, imageId) }, { state: opened }),
    [navigate],
  )
  const show = useCallback(
    (imageId: string) => navigate({ search: withImage(window.location.search, imageId) }, { replace: true, state }),
    [navigate, state],
  )
  // Going back is asynchronous, so closing twice would leave the gallery.
  const closing = useRef<string>(undefined)
  useEffect(() => {
    if (shownId !== closing.current) closing.current = undefined
  }, [shownId])
  const close = useCallback(() => {
    if (closing.current !== undefined || shownId === undefined) return
    closing.current = shownId
    if (state?.opened) return navigate(-1)
    return navigate({ search: withImage(window.location.search, undefined) }, { replace: true })
  }, [navigate, state, shownId])

  return { shownId, open, show, close }
}

function withImage(search: string, imageId: string | undefined) {
  const query = new URLSearchParams(search)
  if (imageId) query.set('image', imageId)
  else query.delete('image')
  return query.toString()
}
