import { useQueryClient } from '@tanstack/react-query'
import { Grid2x2, Grid3x3 } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDeletions } from './deletions.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { type ImageSort, rearranged } from './image-order.ts'
import type { ImageAction } from './image-tile.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { NoImages } from './no-images.tsx'
import { rearrange } from './order-images.ts'
import { OrderMenu } from './order-menu.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { setCoverImage } from './set-cover-image.ts'
import { useFocusOn } from './use-focus-on.ts'
import { useSelection } from './use-selection.ts'

// Load the grid in parallel with the link's data, not after it.
const loadGrid = import('./sortable-grid.tsx')
const SortableGrid = lazy(async () => ({ default: (await loadGrid).SortableGrid }))

const CoverFocusDialog = lazy(async () => ({ default: (await import('./cover-focus-dialog.tsx')).CoverFocusDialog }))
const ImagePreview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }))

type Asked = { kind: 'delete'; ids: string[] } | { kind: 'move'; ids: string[] }
type Props = { link: Link; isFull: boolean; onEdit: (image: Image) => void }

export function LinkImages({ link, isFull, onEdit }: Props) {
  const client = useQueryClient()
  const { hidden, hold } = useDeletions()
  const images = useMemo(() => link.images.filter(({ _id }) => !hidden.has(_id)), [link.images, hidden])
  const ids = useMemo(() => images.map(({ _id }) => _id), [images])
  const { selected, chosen, toggle, clear, selectAll } = useSelection(ids)
  const [asked, setAsked] = useState<Asked>()
  const [largeId, setLargeId] = useState('')
  const [focusId, setFocusId] = useState('')
  const [isDense, setIsDense] = useState(false)
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
      else void setCoverImage(client, image)
    },
    [client, onEdit],
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
          <div className="flex items-center gap-2">
            <IconButton
              icon={isDense ? Grid2x2 : Grid3x3}
              label={isDense ? 'Larger thumbnails' : 'Smaller thumbnails'}
              onClick={() => setIsDense(!isDense)}
            />
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
