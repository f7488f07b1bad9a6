import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeImages, setCover } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage, thrownMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { objectPositionOf } from '#web/lib/object-position.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { changeLink, refresh, withoutImages } from './link-cache.ts'
import { putInOrder } from './order-images.ts'

type Props = { from: Link; ids: string[]; onMoved: () => void; onClose: () => void }

export function MoveDialog({ from, ids, onMoved, onClose }: Props) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [isMoving, setIsMoving] = useState(false)
  const [failure, setFailure] = useState('')
  const { data, error, refetch } = useQuery(ownerQueries.links)
  const others = data?.filter(({ _id }) => _id !== from._id)
  const target = others?.find(({ _id }) => _id === chosen)

  const move = async () => {
    if (!target) return setFailure('Choose the link to move to')
    setIsMoving(true)
    setFailure('')
    try {
      await moveImages(client, from, ids, target)
      onMoved()
      onClose()
    } catch (error) {
      setFailure(thrownMessage(error, 'Failed to move images. Please try again.'))
      setIsMoving(false)
    }
  }

  return (
    <Dialog title={`Move ${count(ids.length, 'image')}`} onClose={isMoving ? () => {} : onClose}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {error && !others && (
        <Failure
          sentence={thrownMessage(error, 'Failed to fetch links. Please try again.')}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !others && (
        <Loading label="Loading your links">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {others?.length === 0 && (
        <p className="text-ink-2">You don't have another link yet. Create one first, then move images to it.</p>
      )}
      {others && others.length > 0 && (
        <fieldset className="-mx-3 max-h-[50dvh] overflow-y-auto">
          <legend className="sr-only">Link to move to</legend>
          {others.map((link) => (
            <LinkChoice
              key={link._id}
              link={link}
              isChosen={link._id === chosen}
              onChoose={() => setChosen(link._id)}
            />
          ))}
        </fieldset>
      )}
      <DialogButtons>
        <Button onClick={onClose} disabled={isMoving}>
          Cancel
        </Button>
        <Button kind="primary" onClick={move} busy={isMoving && 'Moving'} disabled={!others || others.length === 0}>
          Move
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const LinkChoice = ({ link, isChosen, onChoose }: { link: Link; isChosen: boolean; onChoose: () => void }) => (
  <label className="grid min-h-16 cursor-pointer grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-3 rounded-small px-3 py-2 hover:bg-hover">
    <input type="radio" name="link" className="check" checked={isChosen} onChange={onChoose} />
    <span className="block size-12 overflow-hidden rounded-print bg-sunken">
      {link.coverImage ? (
        <Picture
          image={link.coverImage}
          alt=""
          sizes="3rem"
          style={{ objectPosition: objectPositionOf(link.coverImage.coverFocus) }}
          className="size-full object-cover"
        />
      ) : (
        <EmptyFrame />
      )}
    </span>
    <span className="min-w-0">
      <span dir="auto" className="block truncate font-medium text-ui">
        {link.title}
      </span>
      <span className="block text-caption text-ink-3">{count(link.imageCount, 'image')}</span>
    </span>
  </label>
)

const moveTo = (linkId: string, imageIds: string[]) =>
  call(changeImages, { body: { action: 'move', imageIds, linkId } })

/** Moves images to the end of another link. Undo restores their positions and the cover. */
async function moveImages(client: QueryClient, from: Link, ids: string[], to: Link) {
  try {
    await moveTo(to._id, ids)
    changeLink(client, from._id, (link) => withoutImages(link, new Set(ids)))
  } catch (error) {
    throw new Error(errorMessage(error, 'Failed to move images. Please try again.'))
  } finally {
    void refresh(client, from._id, to._id)
  }
  offerUndo(`${count(ids.length, 'image')} moved to ${to.title}`, () => void moveBack(client, from, ids, to))
}

async function moveBack(client: QueryClient, from: Link, ids: string[], to: Link) {
  const cover = from.images.find((image) => image.isCoverImage)
  try {
    await moveTo(from._id, ids)
    if (cover && ids.includes(cover._id)) await call(setCover, { params: { id: cover._id } })
  } catch (error) {
    void notify('error', errorMessage(error, 'Failed to move images. Please try again.'))
    return void refresh(client, from._id, to._id)
  }
  await refresh(client, from._id, to._id)
  const before = from.images.map(({ _id }) => _id)
  await putInOrder(client, from._id, before).catch(() => {})
}
