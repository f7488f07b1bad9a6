import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ArrowDownAZ, CalendarClock, ChevronDown, Grid2x2, Grid3x3, ListOrdered } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Image, setCover } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { undoSentence, useTrashDays } from '#web/lib/use-trash-days.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useUploadQueue } from '../upload/uploads.ts'
import { useDeletions } from './delayed-deletions.ts'
import { type ImageSort, imageName, imageSorts, presentSort, rearranged, sortedIds } from './image-order.ts'
import type { ImageAction } from './image-tile.tsx'
import { changeLink, refresh, withCover } from './link-cache.ts'
import { MoveDialog } from './move-dialog.tsx'
import { rearrange } from './order-images.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

// Load the grid in parallel with the link's data, not after it.
const loadGrid = import('./sortable-grid.tsx')
const SortableGrid = lazy(async () => ({ default: (await loadGrid).SortableGrid }))

const CoverFocusDialog = lazy(async () => ({ default: (await import('./cover-focus-dialog.tsx')).CoverFocusDialog }))
const ImagePreview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }))

type Asked = { kind: 'delete'; ids: string[] } | { kind: 'move'; ids: string[] }
type Props = { link: Link; isFull: boolean; onEdit: (image: Image) => void }

/** Larger links start with small thumbnails, so they don't fill dozens of screens. */
const maxLargeTiles = 60

export function LinkImages({ link, isFull, onEdit }: Props) {
  const client = useQueryClient()
  const queue = useUploadQueue()
  const { hidden, hold } = useDeletions()
  const images = useMemo(() => link.images.filter(({ _id }) => !hidden.has(_id)), [link.images, hidden])
  const ids = useMemo(() => images.map(({ _id }) => _id), [images])
  const { selected, chosen, toggle, clear, selectAll } = useSelection(ids)
  const [asked, setAsked] = useState<Asked>()
  const [largeId, setLargeId] = useState('')
  const [focusId, setFocusId] = useState('')
  const [isDense, setIsDense] = useState(link.images.length > maxLargeTiles)
  const [sort, setSort] = useState<ImageSort>()
  const large = images.find(({ _id }) => _id === largeId)
  const focused = images.find(({ _id }) => _id === focusId)
  const focusOn = useFocusOn(asked === undefined)

  const onAction = useCallback(
    (action: ImageAction, image: Image) => {
      if (action !== 'cover') setLargeId(action === 'open' ? image._id : '')
      if (action === 'open') return
      if (action === 'edit') onEdit(image)
      else if (action === 'focus') setFocusId(image._id)
      else if (action === 'delete') setAsked({ kind: 'delete', ids: [image._id] })
      else {
        queue.coverChosen(image)
        void setCoverImage(client, image)
      }
    },
    [client, queue, onEdit],
  )
  const isSelecting = useRef(false)
  isSelecting.current = selected.length > 0
  const onPress = useCallback(
    (image: Image, isRange: boolean) => {
      if (isSelecting.current || isRange) toggle(image._id, isRange)
      else setLargeId(image._id)
    },
    [toggle],
  )
  const onRearrange = (wanted: string[]) => {
    // Images pending deletion still exist on the server, so keep them in the order.
    const all = link.images.map(({ _id }) => _id)
    void rearrange(client, link._id, rearranged(all, wanted))
  }
  const leave = (leaving: string[]) => {
    const gone = new Set(leaving)
    const last = ids.findLastIndex((id) => gone.has(id))
    const stay = (id: string) => !gone.has(id)
    focusOn(ids.slice(last).find(stay) ?? ids.findLast(stay))
    clear()
  }

  return (
    <section aria-labelledby="images-heading" className="min-w-0">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="images-heading" tabIndex={-1} className="text-heading outline-none">
          {count(images.length, 'image')}
        </h2>
        {images.length > 1 && (
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-between">
            <Button
              kind="ghost"
              className="max-sm:-ml-3"
              icon={isDense ? Grid2x2 : Grid3x3}
              onClick={() => setIsDense(!isDense)}
            >
              {isDense ? 'Larger thumbnails' : 'Smaller thumbnails'}
            </Button>
            <OrderMenu
              images={images}
              chosen={sort}
              onSort={(wanted, order) => {
                setSort(wanted)
                onRearrange(order)
              }}
            />
          </div>
        )}
      </div>
      {selected.length > 0 && (
        <SelectionBar
          link={link}
          ids={selected}
          onSelectAll={selectAll}
          onClear={clear}
          onMove={() => setAsked({ kind: 'move', ids: selected })}
          onDelete={() => setAsked({ kind: 'delete', ids: selected })}
        />
      )}
      {images.length === 0 ? (
        <NoImages isFull={isFull} />
      ) : (
        <Suspense fallback={<GridSkeleton />}>
          <SortableGrid
            images={images}
            selected={chosen}
            isDense={isDense}
            onRearrange={(wanted) => {
              setSort(undefined)
              onRearrange(wanted)
            }}
            onToggle={toggle}
            onPress={onPress}
            onAction={onAction}
          />
        </Suspense>
      )}
      {large && (
        <Suspense>
          <ImagePreview
            images={images}
            image={large}
            isSelected={chosen.has(large._id)}
            onShow={({ _id }) => setLargeId(_id)}
            onToggle={() => toggle(large._id, false)}
            onAction={onAction}
            onClose={() => setLargeId('')}
          />
        </Suspense>
      )}
      <Suspense>{focused && <CoverFocusDialog image={focused} onClose={() => setFocusId('')} />}</Suspense>
      {asked?.kind === 'delete' && (
        <DeleteDialog
          images={images.filter(({ _id }) => asked.ids.includes(_id))}
          onDelete={() => {
            leave(asked.ids)
            hold({ linkId: link._id, ids: asked.ids })
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked?.kind === 'move' && (
        <MoveDialog from={link} ids={asked.ids} onMoved={() => leave(asked.ids)} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

const sortIcons = { taken: CalendarClock, name: ArrowDownAZ, upload: ListOrdered }
const sorts = Object.keys(imageSorts) as ImageSort[]

type OrderMenuProps = {
  images: readonly Image[]
  /** The sort the owner chose last. Moving images by hand clears it, but editing a title doesn't. */
  chosen: ImageSort | undefined
  onSort: (sort: ImageSort, ids: string[]) => void
}

function OrderMenu({ images, chosen, onSort }: OrderMenuProps) {
  const present = chosen ?? presentSort(images)
  return (
    <Menu
      items={sorts.map((sort) => ({
        label: imageSorts[sort],
        icon: sortIcons[sort],
        onSelect: () => onSort(sort, sortedIds(images, sort)),
      }))}
      trigger={(props) => (
        <button type="button" {...props} className={`${buttonStyle.plain} font-normal`}>
          <span className="sr-only">Order of images: </span>
          {present ? `By ${imageSorts[present].toLowerCase()}` : 'Custom order'}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
        </button>
      )}
    />
  )
}

const NoImages = ({ isFull }: { isFull: boolean }) => {
  const sellsPlans = useSellsPlans()
  return (
    <div className="grid gap-5">
      <div aria-hidden="true" className="max-w-lead">
        <EmptyFrame />
      </div>
      <div className="grid gap-1">
        <h3 className="text-subhead">No images yet</h3>
        <p className="max-w-measure text-ink-2">
          {isFull
            ? `You've reached your ${sellsPlans ? "plan's image limit" : 'image limit'}. You can still move images here from your other links.`
            : 'Add images with the button above. The first one becomes the cover.'}
        </p>
      </div>
    </div>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f']

export const GridSkeleton = () => (
  <Loading label="Loading images">
    <div className="pics">
      {places.map((place) => (
        <div key={place} className="grid gap-4 p-1">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="mb-2 h-4 w-2/3" />
        </div>
      ))}
    </div>
  </Loading>
)

type DeleteDialogProps = { images: readonly Image[]; onDelete: () => void; onClose: () => void }

function DeleteDialog({ images, onDelete, onClose }: DeleteDialogProps) {
  const [first] = images
  const isOne = images.length === 1
  const trashDays = useTrashDays()
  return (
    <ConfirmDialog
      title={isOne ? 'Delete Image' : `Delete ${count(images.length, 'image')}`}
      verb="Delete"
      busyVerb="Deleting"
      onConfirm={async () => onDelete()}
      onClose={onClose}
    >
      <p>
        {isOne && first
          ? `This deletes "${imageName(first)}" and its comments.`
          : `This deletes ${count(images.length, 'image')} and their comments.`}
      </p>
      {trashDays > 0 && <p>{undoSentence(trashDays, isOne ? 'it' : 'them')}</p>}
      {images.some((image) => image.isCoverImage) && <p>The next image becomes the cover.</p>}
    </ConfirmDialog>
  )
}

/**
 * Restores the focus after the focused element was removed. Once no dialog is open, the given image gets the focus, or the
 * heading if there's no such image.
 */
function useFocusOn(isFree: boolean) {
  const wanted = useRef<{ id: string | undefined } | undefined>(undefined)
  useEffect(() => {
    if (!isFree || !wanted.current) return
    const { id } = wanted.current
    wanted.current = undefined
    const tile = document.querySelector<HTMLElement>(`[data-image="${id}"]`)
    const menu = tile?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
    // The dense grid hides menus.
    const target =
      (menu?.checkVisibility() ? menu : tile?.querySelector('.pic-handle')) ?? document.getElementById('images-heading')
    if (target instanceof HTMLElement) target.focus()
  }, [isFree])
  return (id: string | undefined) => {
    wanted.current = { id }
  }
}

async function setCoverImage(client: QueryClient, { _id: id, link: { _id: linkId } }: Image) {
  const before = client.getQueryData(queryKeys.link(linkId))?.images.find((image) => image.isCoverImage)
  changeLink(client, linkId, (link) => withCover(link, id))
  try {
    await call(setCover, { params: { id }, keepalive: true })
    void notify('success', 'Cover image set')
  } catch (error) {
    changeLink(client, linkId, (link) => withCover(link, before?._id ?? ''))
    void notify('error', errorMessage(error, 'Failed to set cover image. Please try again.'))
  }
  void refresh(client, linkId)
}
