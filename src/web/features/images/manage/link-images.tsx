import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { type Image, setCover } from '#shared/images.ts'
import { bulkMaxSize } from '#shared/limits.ts'
import type { Link } from '#shared/links.ts'
import type { Section } from '#shared/sections.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useSelection } from '#web/lib/use-selection.ts'
import { undoSentence, useTrashDays } from '#web/lib/use-trash-days.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { groupBySection, type ImageGroup } from '../group-by-section.ts'
import { useUploadQueue } from '../upload/uploads.ts'
import type { Drop } from './arrange-groups.ts'
import { BulkBar } from './bulk-bar.tsx'
import { moveToSection, trashImages } from './bulk-changes.ts'
import { useDeletions } from './delayed-deletions.ts'
import { type ImageSort, imageName, rearranged } from './image-order.ts'
import type { ImageAction } from './image-tile.tsx'
import { ImageToolbar } from './image-toolbar.tsx'
import { changeLink, refresh, withCover } from './link-cache.ts'
import { GridSkeleton, NoImages } from './no-images.tsx'
import { rearrange } from './order-images.ts'
import { idsIn, moreToSelect, sectionOfAll } from './selection.ts'
import { useFocusOn } from './use-focus-on.ts'
import { useSections } from './use-sections.tsx'

// Load the grid in parallel with the link's data, not after it.
const loadGrid = import('./sortable-grid.tsx')
const SortableGrid = lazy(async () => ({ default: (await loadGrid).SortableGrid }))
const BulkLinkDialog = lazy(async () => ({ default: (await import('./bulk-link-dialog.tsx')).BulkLinkDialog }))
const MoveToSectionDialog = lazy(async () => ({
  default: (await import('./move-to-section-dialog.tsx')).MoveToSectionDialog,
}))

const CoverFocusDialog = lazy(async () => ({ default: (await import('./cover-focus-dialog.tsx')).CoverFocusDialog }))
const ImagePreview = lazy(async () => ({ default: (await import('./image-preview.tsx')).ImagePreview }))

type Asked = { kind: 'delete' | 'move' | 'copy' | 'section'; ids: string[] }
type Props = { link: Link; isFull: boolean; onEdit: (image: Image) => void }

/** Larger links start with small thumbnails, so they don't fill dozens of screens. */
const maxLargeTiles = 60

export function LinkImages({ link, isFull, onEdit }: Props) {
  const client = useQueryClient()
  const queue = useUploadQueue()
  const { hidden, hold } = useDeletions()
  const trashDays = useTrashDays()
  const { sections, sectionActions, ...sectionUi } = useSections(link)
  const groups = useMemo(
    () =>
      groupBySection(
        link.images.filter(({ _id }) => !hidden.has(_id)),
        sections,
      ).filter(isShown),
    [link.images, hidden, sections],
  )
  const images = useMemo(() => groups.flatMap((group) => group.images), [groups])
  const ids = useMemo(() => images.map(({ _id }) => _id), [images])
  const { selected, chosen, toggle, clear, select } = useSelection(ids)
  const [asked, setAsked] = useState<Asked>()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
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
      else if (action === 'delete' || action === 'section') setAsked({ kind: action, ids: [image._id] })
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
  // Images pending deletion still exist on the server, so keep them in the order.
  const withHidden = (wanted: string[]) =>
    rearranged(
      link.images.map(({ _id }) => _id),
      wanted,
    )
  const onDrop = ({ moved, sectionId, order }: Drop) => {
    setSort(undefined)
    const isNew = ({ _id, sectionId: before = null }: Image) => moved.includes(_id) && before !== sectionId
    const coming = images.filter(isNew).map(({ _id }) => _id)
    if (coming.length === 0) return void rearrange(client, link._id, withHidden(order))
    const section = sections.find(({ _id }) => _id === sectionId)
    void moveToSection(client, link, coming, section, { order: withHidden(order) })
  }
  const fileIn = async (section: Section | undefined, moving: string[]) => {
    const total = moving.length
    clear()
    const onProgress = (done: number) => setProgress(done < total ? { done, total } : undefined)
    if (total > bulkMaxSize) setProgress({ done: 0, total })
    await moveToSection(client, link, moving, section, { onProgress })
    setProgress(undefined)
  }
  const leave = (leaving: string[]) => {
    const gone = new Set(leaving)
    const last = ids.findLastIndex((id) => gone.has(id))
    const stay = (id: string) => !gone.has(id)
    focusOn(ids.slice(last).find(stay) ?? ids.findLast(stay))
    clear()
  }
  const ask = (kind: Asked['kind']) => () => setAsked({ kind, ids: selected })

  return (
    <section aria-labelledby="images-heading" className="min-w-0">
      <ImageToolbar
        groups={groups}
        chosen={sort}
        isDense={isDense}
        onDense={setIsDense}
        onSort={(wanted, order) => {
          setSort(wanted)
          void rearrange(client, link._id, withHidden(order))
        }}
        onAddSection={sectionUi.startAdding}
        onAddDays={sectionUi.addDays}
        isAddingDays={sectionUi.isAddingDays}
      />
      {sectionUi.form}
      {sectionUi.status}
      {images.length > 1 && sections.length === 0 && !sectionUi.form && (
        <p className="mb-6 text-caption text-ink-3">
          Sections let visitors jump to a part of a long gallery. Add one and move images into it, or make one for each
          day.
        </p>
      )}
      {images.length === 0 && sections.length === 0 ? (
        <NoImages isFull={isFull} />
      ) : (
        <Suspense fallback={<GridSkeleton />}>
          <SortableGrid
            groups={groups}
            selected={chosen}
            isDense={isDense}
            sectionActions={{ ...sectionActions, onSelectAll: ({ _id }) => select(idsIn(groups, _id)) }}
            onDrop={onDrop}
            onDropSection={sectionUi.drop}
            onToggle={toggle}
            onPress={onPress}
            onAction={onAction}
          />
        </Suspense>
      )}
      {(selected.length > 0 || progress) && (
        <BulkBar
          link={link}
          ids={selected}
          more={moreToSelect(groups, chosen, select)}
          progress={progress}
          onClear={clear}
          onMove={ask('move')}
          onCopy={ask('copy')}
          onSection={ask('section')}
          onDelete={ask('delete')}
        />
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
          link={link}
          images={images.filter(({ _id }) => asked.ids.includes(_id))}
          onDelete={() => {
            leave(asked.ids)
            if (trashDays > 0) void trashImages(client, link, asked.ids)
            else hold({ linkId: link._id, ids: asked.ids })
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Suspense>
        {(asked?.kind === 'move' || asked?.kind === 'copy') && (
          <BulkLinkDialog
            kind={asked.kind}
            from={link}
            ids={asked.ids}
            onMoved={() => leave(asked.ids)}
            onCopied={clear}
            onClose={() => setAsked(undefined)}
          />
        )}
        {asked?.kind === 'section' && (
          <MoveToSectionDialog
            size={asked.ids.length}
            sections={sections}
            current={sectionOfAll(groups, asked.ids)}
            onChoose={(section) => void fileIn(section, asked.ids)}
            onAdd={sectionUi.add}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** The group of images without a section is only shown if there are some, or if there are no sections. */
const isShown = ({ section, images }: ImageGroup, _index: number, groups: readonly ImageGroup[]) =>
  section !== undefined || images.length > 0 || groups.length === 1

type DeleteDialogProps = { link: Link; images: readonly Image[]; onDelete: () => void; onClose: () => void }

function DeleteDialog({ link, images, onDelete, onClose }: DeleteDialogProps) {
  const [first] = images
  const isOne = images.length === 1
  const what = isOne ? 'it' : 'them'
  const trashDays = useTrashDays()
  const restorable =
    link.myRole === 'editor'
      ? `${link.owner.name || 'The owner'} can restore ${what} from the trash for ${count(trashDays, 'day')}.`
      : undoSentence(trashDays, what)
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
      {trashDays > 0 && <p>{restorable}</p>}
      {images.some((image) => image.isCoverImage) && <p>The next image becomes the cover.</p>}
    </ConfirmDialog>
  )
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
