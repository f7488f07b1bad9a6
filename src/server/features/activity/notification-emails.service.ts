import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import type { Task, Tasks } from '#server/platform/database/tasks.ts'
import { maxItems } from '#server/platform/mail/mail-content.ts'
import type { EventKind } from '#shared/activity.ts'
import type { Notifications } from '#shared/notifications.ts'
import type { ActivityRepository } from './activity.repository.ts'
import { notificationMail } from './notification-email.ts'
import type { NotificationSettingsRepository } from './notification-settings.repository.ts'
import type { FindSentChoices } from './sent-choices.ts'

type Dependencies = {
  activity: ActivityRepository
  settings: NotificationSettingsRepository
  findSentChoices: FindSentChoices
  emails: EmailService
  tasks: Tasks
  publicUrl: string
  clock: Clock
}

type Frequency = 'now' | 'daily'

/** What waits is sent where it is due by then; where it is not this one's turn, `again` makes the next try. */
type Sending = { frequency: Frequency; again: (userId: string) => Task; dueBy: string }

/** After a first mail events are gathered for so long. */
const quietMs = minutes(15)

/** Events in one statement. */
const batch = 500

/** Shorter than a task's lease: where a node dies while it sends, the task comes back when its turn is over. */
const turnMs = minutes(1.5)

const settingOf: Partial<Record<EventKind, Exclude<keyof Notifications, 'dailyAt'>>> = {
  comment: 'comments',
  choice: 'choices',
  request: 'requests',
  closing: 'closing',
}

/** How events of a kind are mailed; some never are. */
export const frequencyOf = (kind: EventKind, settings: Notifications) => {
  const name = settingOf[kind]
  return name ? settings[name] : 'off'
}

export const isEverMailed = (kind: EventKind) => settingOf[kind] !== undefined

type Waiting = Awaited<ReturnType<ActivityRepository['listToMail']>>[number]

/**
 * Mails owners what happened. Every event has a task of its own, written with it; the first that runs mails all that wait, and
 * the others find nothing left to do.
 */
export function createNotificationEmailService(dependencies: Dependencies) {
  const { activity, settings, findSentChoices, emails, tasks, publicUrl, clock } = dependencies

  async function mailEvents(to: string, wanted: Waiting[]) {
    const told = await activity.listByIds(wanted.slice(0, maxItems).map(({ id }) => id))
    const content = notificationMail(told, wanted.length, await findSentChoices(told), publicUrl)
    return emails.send({ kind: 'notifications', to, content })
  }

  /** Whether a mail went out. */
  async function send(userId: string, { frequency, again, dueBy }: Sending) {
    const isQuietHeeded = frequency === 'now'
    const turn = await settings.takeTurn(userId, instantNow(clock), instantIn(clock, turnMs), { isQuietHeeded })
    if (!turn) return false
    const tryAgainAt = async (instant: string) => {
      // By this id many that come too early leave one behind.
      const id = `${frequency} ${userId} ${instant}`
      await settings.insertTaskOnce({ ...again(userId), id, run_at: instant })
      return false
    }
    if (turn.tryAgainAt !== undefined) return tryAgainAt(turn.tryAgainAt)
    const { quietUntil } = turn
    const waiting = await listWaiting(userId, frequency, dueBy)
    const wanted = waiting.filter(({ kind }) => frequencyOf(kind as EventKind, turn.settings) !== 'off')
    const to = wanted.length > 0 ? await settings.findEmail(userId) : undefined
    const waitSeconds = to ? await emails.retryAfterSeconds({ kind: 'notifications', to }) : 0
    if (waitSeconds > 0) {
      await settings.endTurn(userId, quietUntil)
      return tryAgainAt(nextMinuteIn(waitSeconds * 1000))
    }
    const isSent = to !== undefined && (await mailEvents(to, wanted))
    await markMailed(waiting.map(({ id }) => id))
    // Those that were gathered are the second mail; what comes after it is a first one again.
    const wereGathered = wanted.some(({ at }) => at < quietUntil)
    const isFirst = isQuietHeeded && isSent && !wereGathered
    await settings.endTurn(userId, isFirst ? instantIn(clock, quietMs) : quietUntil)
    return isSent
  }

  /** All of it, however much: of what a mail only counts no more than this is read. */
  async function listWaiting(userId: string, mail: Frequency, dueBy: string) {
    const waiting: Waiting[] = []
    for (let read = batch; read === batch; await nextTurnOfEventLoop()) {
      const page = await activity.listToMail(userId, { mail, dueBy, after: waiting.at(-1), limit: batch })
      waiting.push(...page)
      read = page.length
    }
    return waiting
  }
  /** To the minute, so that all events of a busy minute wait for the same task. */
  const nextMinuteIn = (milliseconds: number) =>
    new Date(Math.ceil((clock.now().getTime() + milliseconds) / minutes(1)) * minutes(1)).toISOString()

  async function markMailed(ids: string[]) {
    for (let start = 0; start < ids.length; start += batch) {
      await activity.markMailed(ids.slice(start, start + batch))
      await nextTurnOfEventLoop()
    }
  }

  const nowTask: (userId: string) => Task = tasks.define<string>('activity-mail', async (userId) => {
    await send(userId, { frequency: 'now', again: nowTask, dueBy: instantNow(clock) })
  })
  const dailyTask: (userId: string) => Task = tasks.define<string>('activity-daily-mail', async (userId) => {
    await send(userId, { frequency: 'daily', again: dailyTask, dueBy: instantNow(clock) })
  })

  function nextDaily(time: Notifications['dailyAt']) {
    const now = clock.now()
    const today = `${now.toISOString().slice(0, 10)}T${time}:00.000Z`
    return today > now.toISOString() ? today : new Date(Date.parse(today) + days(1)).toISOString()
  }

  return {
    /** The task that mails an event, to be written with it. */
    taskFor: (userId: string, frequency: Frequency, { dailyAt }: Notifications): Task =>
      frequency === 'now' ? nowTask(userId) : { ...dailyTask(userId), run_at: nextDaily(dailyAt) },

    /** Sends what waits for the daily mails at once; answers how many there were. */
    async sendDaily() {
      let sent = 0
      for (const userId of await activity.listRecipients('daily')) {
        if (await send(userId, { frequency: 'daily', again: dailyTask, dueBy: instantIn(clock, days(1)) })) sent++
      }
      return sent
    },

    nudge: tasks.nudge,
  }
}
export type NotificationEmailService = ReturnType<typeof createNotificationEmailService>
