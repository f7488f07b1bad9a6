import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import type { Task, Tasks } from '#server/platform/database/tasks.ts'
import { maxItems } from '#server/platform/email/email-content.ts'
import { nextTimeOfDay } from '#server/platform/time-zones.ts'
import { settingOf } from '#shared/activity-kinds.ts'
import type { Notifications } from '#shared/notification-settings.ts'
import type { ActivityRepository } from './activity.repository.ts'
import { notificationEmail } from './notification-email.ts'
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

/** Only events due by `dueBy` are sent. If it's too early, `again` creates the task for the next attempt. */
type Sending = { frequency: Frequency; again: (userId: string) => Task; dueBy: string }

/** After a first email, further events are collected for this long and sent together. */
const quietMs = minutes(15)

const batch = 500

/** A claim must expire before the task's lease, so the retry isn't blocked if a node dies while sending. */
const turnMs = minutes(1.5)

type Waiting = Awaited<ReturnType<ActivityRepository['listToEmail']>>[number]

/**
 * Every event to email is inserted together with a task. The first task to run emails all due events of its frequency,
 * so the others are no-ops.
 */
export function createNotificationEmailService(dependencies: Dependencies) {
  const { activity, settings, findSentChoices, emails, tasks, publicUrl, clock } = dependencies

  async function emailEvents(to: string, wanted: Waiting[], timeZone: string) {
    const shown = await activity.listByIds(wanted.slice(0, maxItems).map(({ id }) => id))
    const choices = await findSentChoices(shown)
    const content = notificationEmail(shown, wanted.length, { choices, publicUrl, timeZone })
    return emails.send({ kind: 'notifications', to, content })
  }

  async function send(userId: string, { frequency, again, dueBy }: Sending) {
    const respectsQuiet = frequency === 'now'
    const turn = await settings.takeTurn(userId, instantNow(clock), instantIn(clock, turnMs), { respectsQuiet })
    if (!turn) return false
    const tryAgainAt = async (instant: string) => {
      // With a fixed ID, all tasks that run too early schedule only one retry.
      const id = `${frequency} ${userId} ${instant}`
      await settings.insertTaskOnce({ ...again(userId), id, run_at: instant })
      return false
    }
    if (turn.tryAgainAt !== undefined) return tryAgainAt(turn.tryAgainAt)
    const { quietUntil } = turn
    const waiting = await listWaiting(userId, frequency, dueBy)
    const wanted = waiting.filter((event) => {
      const setting = settingOf(event)
      return setting && turn.settings[setting] !== 'off'
    })
    const to = wanted.length > 0 ? await settings.findEmail(userId) : undefined
    const waitSeconds = to ? await emails.retryAfterSeconds({ kind: 'notifications', to }) : 0
    if (waitSeconds > 0) {
      await settings.endTurn(userId, quietUntil)
      return tryAgainAt(nextMinuteIn(waitSeconds * 1000))
    }
    const isSent = to !== undefined && (await emailEvents(to, wanted, turn.settings.timeZone))
    await markMailed(waiting.map(({ id }) => id))
    // After an email with collected events, the next event is again emailed immediately.
    const wereGathered = wanted.some(({ at }) => at < quietUntil)
    const isFirst = respectsQuiet && isSent && !wereGathered
    await settings.endTurn(userId, isFirst ? instantIn(clock, quietMs) : quietUntil)
    return isSent
  }

  /** Reads only IDs, kinds and times, because an email shows at most `maxItems` events and only counts the rest. */
  async function listWaiting(userId: string, mail: Frequency, dueBy: string) {
    const waiting: Waiting[] = []
    for (let read = batch; read === batch; await nextTurnOfEventLoop()) {
      const page = await activity.listToEmail(userId, { mail, dueBy, after: waiting.at(-1), limit: batch })
      waiting.push(...page)
      read = page.length
    }
    return waiting
  }
  /** Rounds up to the minute, so tasks that run in the same minute share one retry. */
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

  return {
    taskFor: (userId: string, frequency: Frequency, { dailyAt, timeZone }: Notifications): Task =>
      frequency === 'now'
        ? nowTask(userId)
        : { ...dailyTask(userId), run_at: nextTimeOfDay(clock.now(), dailyAt, timeZone).toISOString() },

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
