import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GuestImage } from '#shared/guest-uploads.ts'
import type { Link } from '#shared/links.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import { ApproveAll } from './approve-all.tsx'
import { GuestMenu } from './guest-menu.tsx'
import { type Control, controlId, guestName, QueueImage } from './queue-image.tsx'
import type { UploadQueue } from './use-upload-queue.ts'

type Group = { key: string; guestId: string | undefined; name: string; images: GuestImage[] }

/** Groups each page by guest, so loading the next page doesn't move this one. */
function groupsOf(pages: readonly { data: GuestImage[] }[]): Group[] {
  return pages.flatMap(({ data }, page) => {
    const groups = new Map<string, Group>()
    for (const image of data) {
      const guestId = image.addedBy?._id
      const key = `${page} ${guestId}`
      const group = groups.get(key) ?? { key, guestId, name: guestName(image.addedBy), images: [] }
      groups.set(key, { ...group, images: [...group.images, image] })
    }
    return [...groups.values()]
  })
}

const arrows: Record<string, number> = { arrowleft: -1, arrowright: 1 }

export function QueueImages({ queue, link }: { queue: UploadQueue; link: Link }) {
  const { list, decisions, guestList } = queue
  const groups = groupsOf(list.data?.pages ?? [])
  const images = groups.flatMap((group) => group.images)
  const [currentId, setCurrentId] = useState<string>()
  const [said, setSaid] = useState('')
  const element = useRef<HTMLDivElement>(null)
  const isOpen = ({ _id }: GuestImage) => !decisions.has(_id)
  const current = images.find(({ _id }) => _id === currentId) ?? images.find(isOpen)

  const focus = (image: GuestImage | undefined, control: Control, preventScroll = false) => {
    if (!image) return
    setCurrentId(image._id)
    const target = document.getElementById(controlId(image._id, control))
    ;(target ?? document.getElementById(controlId(image._id, 'picture')))?.focus({ preventScroll })
  }

  const decide = (verb: 'approve' | 'reject', image: GuestImage, isPointer = false) => {
    if (!isOpen(image)) return
    queue[verb](image)
    setSaid(verb === 'approve' ? 'Approved' : 'Rejected. Press Z to undo.')
    const isOther = (each: GuestImage) => each !== image && isOpen(each)
    const next = images.slice(images.indexOf(image) + 1).find(isOther) ?? images.find(isOther) ?? image
    const control = (['approve', 'reject'] as const).find(
      (name) => document.activeElement?.id === controlId(image._id, name),
    )
    focus(next, control ?? 'picture', isPointer)
  }

  const undo = (image?: GuestImage) => {
    const restored = queue.undo(image)
    if (!restored) return
    setSaid('Restored')
    focus(restored, 'picture')
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document
    const isElsewhere =
      activeElement && ![document.body, document.getElementById('main')].includes(activeElement as HTMLElement)
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (hasModifier || !current || (isElsewhere && !element.current?.contains(activeElement))) return
    const key = event.key.toLowerCase()
    if (key === 'a') decide('approve', current)
    else if (key === 'r') decide('reject', current)
    else if (key === 'z') undo()
    else if (key in arrows) focus(images[images.indexOf(current) + (arrows[key] ?? 0)], 'picture')
    else if (key === 'arrowup' || key === 'arrowdown') {
      const target = inNextRow(images, current, key === 'arrowdown')
      if (!target) return
      focus(target, 'picture')
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const sameAs = ({ sameAs }: GuestImage) => {
    if (!sameAs) return undefined
    const other = link.images.find(({ _id }) => _id === sameAs)
    if (other) return { text: `Same as “${other.title || other.fileName}”`, imageId: other._id }
    const waiting = images.find(({ _id }) => _id === sameAs)
    const text = waiting ? `Same as one from ${guestName(waiting.addedBy)}` : 'Same as another image'
    return { text, imageId: undefined }
  }

  return (
    <div ref={element} className="min-w-0">
      <p role="status" className="sr-only">
        {said}
      </p>
      {groups.map((group) => {
        const guest = guestList.find(({ _id }) => _id === group.guestId)
        return (
          <section key={group.key} aria-label={group.name} className="border-line border-t pt-3 pb-10">
            <div className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
              <div>
                <h2 dir="auto" className="truncate text-subhead">
                  {guest ? guestName(guest) : group.name}
                </h2>
                {guest && (
                  <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
                    <span>{formatNumber(guest.waiting)} waiting</span>
                    {guest.shown > 0 && <span>{formatNumber(guest.shown)} approved</span>}
                    <Time at={guest.lastAddedAt} as="ago" />
                  </p>
                )}
              </div>
              {guest && (
                <div className="-mr-3 flex items-center">
                  {guest.waiting > 1 && (
                    <ApproveAll queue={queue} guest={guest} kind="ghost">
                      <span className="max-sm:hidden">Approve all {formatNumber(guest.waiting)}</span>
                      <span className="sm:hidden">
                        <span className="sr-only">Approve </span>All {formatNumber(guest.waiting)}
                      </span>
                    </ApproveAll>
                  )}
                  <GuestMenu queue={queue} guest={guest} />
                </div>
              )}
            </div>
            <ul className="queue-images">
              {group.images.map((image) => (
                <QueueImage
                  key={image._id}
                  image={image}
                  decision={decisions.get(image._id)}
                  isCurrent={image === current}
                  sameAs={sameAs(image)}
                  onApprove={(isPointer) => decide('approve', image, isPointer)}
                  onReject={(isPointer) => decide('reject', image, isPointer)}
                  onUndo={() => undo(image)}
                  onFocus={() => setCurrentId(image._id)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage && 'Loading'} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Returns the image above or below, or the nearest one in that row. */
function inNextRow(images: readonly GuestImage[], current: GuestImage, isDown: boolean) {
  const placeOf = ({ _id }: GuestImage) =>
    document.getElementById(controlId(_id, 'picture'))?.getBoundingClientRect() ?? new DOMRect()
  const from = placeOf(current)
  const away = (image: GuestImage) => (placeOf(image).top - from.top) * (isDown ? 1 : -1)
  const others = images.filter((image) => away(image) > 1)
  const rowAt = Math.min(...others.map(away))
  const asideOf = (image: GuestImage) => Math.abs(placeOf(image).left - from.left)
  return others.filter((image) => away(image) < rowAt + 1).toSorted((a, b) => asideOf(a) - asideOf(b))[0]
}
