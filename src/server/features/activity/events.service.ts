import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { PreparedEvent } from '#server/platform/database/events.ts'
import { newId } from '#server/platform/ids.ts'
import type { EventKind } from '#shared/activity.ts'
import type { ActivityRepository } from './activity.repository.ts'
import { frequencyOf, isEverMailed, type NotificationEmailService } from './notification-emails.service.ts'
import type { NotificationSettingsRepository } from './notification-settings.repository.ts'

type Dependencies = {
  activity: ActivityRepository
  settings: NotificationSettingsRepository
  mails: NotificationEmailService
  clock: Clock
}

export type NewEvent = {
  /** Where it must not be told twice: what makes it the same. */
  id?: string
  kind: EventKind
  link: { id: string; userId: string }
  imageId?: string | undefined
  commentId?: string | undefined
  choiceId?: string | undefined
  name?: string
  text?: string
  /** Of a request about a choice: it waits until it is settled. */
  isWaiting?: boolean
}

/** Takes down what owners are to be told. */
export function createEventService({ activity, settings, mails, clock }: Dependencies) {
  const rowOf = ({ id = newId(), kind, link, name = '', text = '', isWaiting = false, ...about }: NewEvent) => ({
    id,
    user_id: link.userId,
    link_id: link.id,
    kind,
    image_id: about.imageId ?? null,
    comment_id: about.commentId ?? null,
    choice_id: about.choiceId ?? null,
    name,
    text,
    is_waiting: Number(isWaiting),
    is_read: 0,
    mail: null,
    mail_due_at: null,
    created_at: instantNow(clock),
  })

  /** An event that is never mailed: nothing has to be read for it, so it can be made inside a transaction. */
  const prepareUnmailed = (event: NewEvent): PreparedEvent => ({ row: rowOf(event), task: undefined })

  /** Before the transaction in which it happens; there the repository writes it by `insertEvent`, and then `nudge`. */
  async function prepare(event: NewEvent): Promise<PreparedEvent> {
    if (!isEverMailed(event.kind)) return prepareUnmailed(event)
    const { userId } = event.link
    const wanted = await settings.find(userId)
    const frequency = frequencyOf(event.kind, wanted)
    if (frequency === 'off') return prepareUnmailed(event)
    const task = mails.taskFor(userId, frequency, wanted)
    return { row: { ...rowOf(event), mail: frequency, mail_due_at: task.run_at }, task }
  }

  return {
    prepare,
    prepareUnmailed,
    /** So that it is mailed soon. */
    nudge: mails.nudge,
    /** For what has no transaction of its own. */
    async record(event: NewEvent) {
      const prepared = await prepare(event)
      await activity.transaction((tx) => tx.insertEvent(prepared))
      mails.nudge()
    },
  }
}
export type EventService = ReturnType<typeof createEventService>
