import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useImageRoom } from '#web/features/images/manage/plan-usage.tsx'
import { galleryName } from '#web/features/images/pending-uploads/gallery-name.ts'
import { readAndSort } from '#web/features/images/pending-uploads/image-header.ts'
import { orderedByTaken } from '#web/features/images/upload/uploads.ts'
import { useFileIntake } from '#web/features/images/upload/use-file-intake.ts'
import { emptyLink, linkForm } from '#web/features/links/link-form-values.ts'
import { useLinkChanges } from '#web/features/links/use-link-changes.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'

/** `title` is empty unless the user entered one. */
export type Dropped = { files: readonly File[]; title: string }

type Options = { dropped: Dropped | undefined; linkId: string | undefined; onLink: (linkId: string) => void }
type Start = { pictures: readonly File[]; title: string }

export function useNewLink({ dropped, linkId, onLink }: Options) {
  const [start, setStart] = useState<Start>()
  const [failure, setFailure] = useState('')
  const { create } = useLinkChanges()
  const { isPending: isPlanPending } = useSubscription()
  const { isFull, sentence } = useImageRoom()
  const intake = useFileIntake(linkId ?? '')
  const isMaking = useRef(false)
  const isSent = useRef(false)

  useEffect(() => {
    if (!dropped) return
    void readAndSort(dropped.files).then((pictures) =>
      setStart({ pictures, title: dropped.title || galleryName(pictures) }),
    )
  }, [dropped])

  const make = async () => {
    if (!start || isMaking.current) return
    if (isFull) return setFailure(sentence)
    isMaking.current = true
    setFailure('')
    try {
      const link = await create(linkForm.parse({ ...emptyLink, title: start.title }))
      onLink(link._id)
    } catch (error) {
      setFailure(errorMessage(error, 'Failed to create link. Please try again.'))
    }
    isMaking.current = false
  }
  const makeOnce = useEffectEvent(make)
  const isReady = start !== undefined && linkId === undefined && !isPlanPending
  useEffect(() => {
    if (isReady) void makeOnce()
  }, [isReady])

  const send = (pictures: readonly File[]) => {
    if (linkId === undefined) return
    orderedByTaken.add(linkId)
    intake.add([...pictures])
  }
  const sendOnce = useEffectEvent(() => {
    if (!start || isSent.current) return
    isSent.current = true
    send(start.pictures)
  })
  useEffect(() => {
    if (linkId !== undefined) sendOnce()
  }, [linkId])

  return {
    start,
    failure,
    retry: () => void make(),
    /** For images that are added later. */
    intake: { ...intake, add: (files: File[]) => void readAndSort(files).then(send) },
  }
}
