import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { ImageService } from '#server/features/images/images.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import type { Task, Tasks } from '#server/platform/database/tasks.ts'
import type { Viewer } from '#server/viewer.ts'
import type { ActivityEvent } from '#shared/activity.ts'
import type { Image } from '#shared/images.ts'
import type { ActivityRepository } from './activity.repository.ts'
import type { EventRecord } from './activity-rows.ts'
import type { EventService } from './events.service.ts'

type Dependencies = {
  activity: ActivityRepository
  events: EventService
  images: ImageService
  tasks: Tasks
  clock: Clock
}

/** What somebody has read. */
type Read = { userId: string; until: string }

const pageSize = 30

/** Nobody reads the difference between a thousand and more. */
const maxUnread = 1000
/** In one statement: so many take some milliseconds. */
const readAtOnce = 200
const stepsOfCall = 5
/** So few that a task is done long before another node would begin it again. */
const stepsOfTask = 50

/** Names and words of visitors are kept no longer than they are news. */
const lifetimeMs = days(90)

/** Owners are told so long before a link closes, and not where they have just given it less. */
const closingMs = { from: days(1), to: days(3) }
const maxClosing = 100

/** What happened on somebody's links. */
export function createActivityService({ activity, events, images, tasks, clock }: Dependencies) {
  /** Nobody can settle a request for more time but by giving it; so it waits while it is new. */
  const isWaiting = ({ kind, choiceId, linkExpiresAt, isRead, ...event }: EventRecord) =>
    kind === 'request' && choiceId === null
      ? !isRead && linkExpiresAt !== null && linkExpiresAt <= instantNow(clock)
      : event.isWaiting

  const present = (event: EventRecord, picture: Image | undefined): ActivityEvent => ({
    _id: event.id,
    kind: event.kind,
    at: event.at,
    link: { _id: event.linkId, title: event.linkTitle },
    imageId: event.imageId,
    commentId: event.commentId,
    choiceId: event.choiceId,
    name: event.name,
    text: event.text,
    isWaiting: isWaiting(event),
    isRead: event.isRead,
    picture: picture ? { title: picture.title, thumbnailUrl: picture.thumbnailUrl } : null,
  })

  async function markRead(read: Read, maxSteps: number) {
    for (let step = 0; step < maxSteps; step++) {
      if ((await activity.markSomeRead(read.userId, read.until, readAtOnce)) < readAtOnce) return
      await nextTurnOfEventLoop()
    }
    await activity.insertTask(readRest(read))
    tasks.nudge()
  }

  const readRest: (read: Read) => Task = tasks.define<Read>('activity-read', (read) => markRead(read, stepsOfTask))

  return {
    async list(viewer: Viewer, cursor: string | undefined) {
      const after = readCursor(cursor)
      const [{ events: shown, next }, unread] = await Promise.all([
        activity.list(viewer.userId, after, pageSize),
        activity.countUnread(viewer.userId, maxUnread),
      ])
      const pictureIds = shown.flatMap(({ pictureId }) => (pictureId === null ? [] : [pictureId]))
      const pictures = await images.showOwn(viewer, [...new Set(pictureIds)])
      return {
        data: shown.map((event) => present(event, pictures.get(event.pictureId ?? ''))),
        ...(next && { nextCursor: encodeCursor(next) }),
        unread,
      }
    },

    /** Everything until now; of very much the rest is marked after this has been answered. */
    read: ({ userId }: Viewer) => markRead({ userId, until: instantNow(clock) }, stepsOfCall),

    /** Tells owners of links that are about to close, each once for each end. */
    async noteClosing() {
      const span = [instantIn(clock, closingMs.from), instantIn(clock, closingMs.to)] as const
      for (let count = maxClosing; count === maxClosing; ) {
        const links = await activity.listClosing(...span, maxClosing)
        for (const { expiresAt, ...link } of links) {
          const text = expiresAt ?? ''
          // Of several nodes that notice it, one tells.
          await events.record({ id: `closing ${link.id} ${text}`, kind: 'closing', link, text })
        }
        count = links.length
      }
    },

    removeOld: () => activity.removeBefore(instantIn(clock, -lifetimeMs)),
  }
}
export type ActivityService = ReturnType<typeof createActivityService>
