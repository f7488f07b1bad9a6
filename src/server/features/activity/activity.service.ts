import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import type { Task, Tasks } from '#server/platform/database/tasks.ts'
import type { Viewer } from '#server/viewer.ts'
import type { ActivityEvent } from '#shared/activity.ts'
import { kindOf } from '#shared/activity-kinds.ts'
import type { Image } from '#shared/images.ts'
import type { ActivityRepository, ReadFilter } from './activity.repository.ts'
import type { EventRecord } from './activity-rows.ts'
import type { EventService } from './events.service.ts'

type Dependencies = {
  activity: ActivityRepository
  events: EventService
  images: ImageService
  tasks: Tasks
  clock: Clock
}

type Read = { userId: string; until: string; only?: ReadFilter }

const pageSize = 30

const maxFavoritesShown = 4

/** The UI doesn't need exact counts above this. */
const maxUnread = 1000
const readBatchSize = 200
const maxStepsPerCall = 5
/** With this limit, a task finishes well within its lease. */
const maxStepsPerTask = 50

/** Events contain visitors' names and texts, which are personal data, so they're deleted after this time. */
const lifetimeMs = days(90)

/** Notify owners in this period before a link expires. Those who set a date within a day don't need a reminder. */
const closingMs = { from: days(1), to: days(3) }
const maxClosing = 100

export function createActivityService({ activity, events, images, tasks, clock }: Dependencies) {
  /** A request for more time is open while it's unread and the link is expired. */
  const isWaiting = (event: EventRecord) =>
    kindOf(event) === 'moreTime'
      ? !event.isRead && event.linkExpiresAt !== null && event.linkExpiresAt <= instantNow(clock)
      : event.isWaiting

  const present = (
    event: EventRecord,
    picture: Image | undefined,
    favorites: ActivityEvent['favorites'],
  ): ActivityEvent => ({
    _id: event.id,
    kind: event.kind,
    at: event.at,
    link: event.linkId === null ? null : { _id: event.linkId, title: event.linkTitle },
    imageId: event.imageId,
    commentId: event.commentId,
    choiceId: event.choiceId,
    name: event.name,
    text: event.text,
    isWaiting: isWaiting(event),
    isRead: event.isRead,
    ...(event.count !== undefined && { count: event.count }),
    ...(event.act !== undefined && { act: event.act }),
    picture: picture ? { title: picture.title, thumbnailUrl: picture.thumbnailUrl } : null,
    ...(favorites && { favorites }),
  })

  async function markRead(read: Read, maxSteps: number) {
    for (let step = 0; step < maxSteps; step++) {
      if ((await activity.markSomeRead(read, readBatchSize)) < readBatchSize) return
      await nextTurnOfEventLoop()
    }
    await activity.insertTask(readRest(read))
    tasks.nudge()
  }

  const readRest: (read: Read) => Task = tasks.define<Read>('activity-read', (read) => markRead(read, maxStepsPerTask))

  return {
    async list(viewer: Viewer, cursor: string | undefined) {
      const after = readCursor(cursor)
      const [{ events: shown, next }, unread] = await Promise.all([
        activity.list(viewer.userId, after, pageSize),
        activity.countUnread(viewer.userId, maxUnread),
      ])
      const choiceIds = shown.flatMap(({ kind, choiceId }) =>
        kind === 'choice' && choiceId !== null ? [choiceId] : [],
      )
      const chosen = Map.groupBy(
        await activity.listFirstChosen([...new Set(choiceIds)], maxFavoritesShown),
        ({ choiceId }) => choiceId,
      )
      const pictureIds = shown.flatMap(({ pictureId }) => (pictureId === null ? [] : [pictureId]))
      const chosenIds = [...chosen.values()].flat().map(({ imageId }) => imageId)
      const pictures = await images.showOwn(viewer, [...new Set([...pictureIds, ...chosenIds])])
      const favoritesOf = ({ kind, choiceId }: EventRecord) => {
        const first = kind === 'choice' && choiceId !== null ? chosen.get(choiceId) : undefined
        if (!first) return undefined
        const thumbnails = first.flatMap(({ imageId }) => pictures.get(imageId)?.thumbnailUrl ?? [])
        return { count: first[0]?.count ?? 0, thumbnailUrls: thumbnails }
      }
      return {
        data: shown.map((event) => present(event, pictures.get(event.pictureId ?? ''), favoritesOf(event))),
        ...(next && { nextCursor: encodeCursor(next) }),
        unread,
      }
    },

    /** Marks all matching events up to now as read. A task finishes large backlogs later. */
    read: ({ userId }: Viewer, only: ReadFilter) =>
      markRead({ userId, until: instantNow(clock), only }, maxStepsPerCall),

    async noteClosing() {
      const span = [instantIn(clock, closingMs.from), instantIn(clock, closingMs.to)] as const
      for (let count = maxClosing; count === maxClosing; ) {
        const links = await activity.listClosing(...span, maxClosing)
        for (const { expiresAt, ...link } of links) {
          const text = expiresAt ?? ''
          // With this ID, only one node records the event.
          await events.record({ id: `closing ${link.id} ${text}`, kind: 'closing', link, text })
        }
        count = links.length
      }
    },

    removeOld: () => activity.removeBefore(instantIn(clock, -lifetimeMs)),
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
