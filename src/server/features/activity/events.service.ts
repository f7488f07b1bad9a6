import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { isForeignKeyViolation } from '#server/platform/database/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type EventKind, settingOf, type TeamAct } from '#shared/activity-kinds.ts'
import type { ActivityRepository } from './activity.repository.ts'
import type { PreparedEvent } from './events.repository.ts'
import type { NotificationEmailService } from './notification-emails.service.ts'
import type { NotificationSettingsRepository } from './notification-settings.repository.ts'

type Dependencies = {
  activity: ActivityRepository
  settings: NotificationSettingsRepository
  emails: NotificationEmailService
  clock: Clock
}

/** Images that a guest adds within this time are one event. */
export const uploadEventMs = minutes(15)

export type NewEvent = {
  /** Events with the same ID are recorded only once. */
  id?: string
  kind: EventKind
  /** Without an ID, it's about all links of the account. */
  link: { id: string | null; userId: string }
  imageId?: string | undefined
  commentId?: string | undefined
  choiceId?: string | undefined
  /** The guest who added an image. */
  guestId?: string | undefined
  /** What a collaborator did, and how often. */
  act?: TeamAct
  actorId?: string
  count?: number
  name?: string
  text?: string
  /** True for requests about favorites until the owner settles them. */
  isWaiting?: boolean
}

const rowOf = (
  { id = newId(), kind, link, name = '', text = '', isWaiting = false, ...about }: NewEvent,
  clock: Clock,
) => ({
  id,
  user_id: link.userId,
  link_id: link.id,
  kind,
  image_id: about.imageId ?? null,
  comment_id: about.commentId ?? null,
  choice_id: about.choiceId ?? null,
  guest_id: about.guestId ?? null,
  image_count: about.count ?? (about.guestId === undefined ? null : 1),
  act: about.act ?? null,
  actor_id: about.actorId ?? null,
  name,
  text,
  is_waiting: Number(isWaiting),
  is_read: 0,
  mail: null,
  mail_due_at: null,
  created_at: instantNow(clock),
})

/** Use this for events that are never emailed. It doesn't read the database, so it's safe inside a transaction. */
export const prepareUnmailed = (event: NewEvent, clock: Clock): PreparedEvent => ({
  row: rowOf(event, clock),
  task: undefined,
})

export function createEventService({ activity, settings, emails, clock }: Dependencies) {
  /** Call this before the transaction, write the result inside it with `insertEvent`, then call `nudge`. */
  async function prepare(event: NewEvent): Promise<PreparedEvent> {
    const setting = settingOf(event)
    if (!setting) return prepareUnmailed(event, clock)
    const { userId } = event.link
    const wanted = await settings.find(userId)
    const frequency = wanted[setting]
    if (frequency === 'off') return prepareUnmailed(event, clock)
    const task = emails.taskFor(userId, frequency, wanted)
    // More images of the same guest are added to the event until then.
    if (event.kind === 'upload' && frequency === 'now') task.run_at = instantIn(clock, uploadEventMs)
    return { row: { ...rowOf(event, clock), mail: frequency, mail_due_at: task.run_at }, task }
  }

  return {
    prepare,
    nudge: emails.nudge,
    /** Use this outside transactions. It skips the event if the link was deleted in the meantime. */
    async record(event: NewEvent) {
      const prepared = await prepare(event)
      try {
        await activity.transaction((tx) => tx.insertEvent(prepared))
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error
      }
      emails.nudge()
    },
  }
}
export type EventService = ReturnType<typeof createEventService>
