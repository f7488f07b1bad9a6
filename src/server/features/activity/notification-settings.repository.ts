import type { Database } from '#server/platform/database/database.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { defaultNotifications, type Notifications } from '#shared/notification-settings.ts'
import type { NotificationSettingsRow } from './activity.tables.ts'

/** This value sorts before every timestamp. */
const longAgo = ''

const toSettings = (row: NotificationSettingsRow): Notifications => ({
  comments: row.comments as Notifications['comments'],
  choices: row.choices as Notifications['choices'],
  requests: row.requests as Notifications['requests'],
  closing: row.closing as Notifications['closing'],
  dailyAt: row.daily_at as Notifications['dailyAt'],
})

const toColumns = ({ dailyAt, ...frequencies }: Notifications) => ({ ...frequencies, daily_at: dailyAt })

export function createNotificationSettingsRepository(db: Database) {
  /** Inserts the defaults if there's no row yet. Does nothing if the account no longer exists. */
  const ensure = (userId: string) =>
    db
      .insertInto('notification_settings')
      .columns(['user_id', 'comments', 'choices', 'requests', 'closing', 'daily_at', 'quiet_until', 'sending_until'])
      .expression((eb) => {
        const { comments, choices, requests, closing, daily_at } = toColumns(defaultNotifications)
        return eb
          .selectFrom('users')
          .select([
            'users.id as user_id',
            eb.val(comments).as('comments'),
            eb.val(choices).as('choices'),
            eb.val(requests).as('requests'),
            eb.val(closing).as('closing'),
            eb.val(daily_at).as('daily_at'),
            eb.val(longAgo).as('quiet_until'),
            eb.val(longAgo).as('sending_until'),
          ])
          .where('users.id', '=', userId)
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()

  const findRow = (userId: string) =>
    db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).executeTakeFirst()

  return {
    async find(userId: string) {
      const row = await findRow(userId)
      return row ? toSettings(row) : defaultNotifications
    },

    async update(userId: string, settings: Notifications) {
      await ensure(userId)
      await db.updateTable('notification_settings').set(toColumns(settings)).where('user_id', '=', userId).execute()
    },

    async findEmail(userId: string) {
      const row = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return row?.email
    },

    /**
     * Claims the right to email this user until `until`. Only one caller gets the settings. The others get the time
     * when the claim or the quiet period ends. Returns undefined if the account no longer exists.
     */
    async takeTurn(userId: string, now: string, until: string, { respectsQuiet }: { respectsQuiet: boolean }) {
      const waitsFor = ({ sending_until: sending, quiet_until: quiet }: NotificationSettingsRow) =>
        respectsQuiet && quiet > sending ? quiet : sending
      // Most callers are too early, and reading is cheaper than a failed update.
      const before = await findRow(userId)
      if (before && waitsFor(before) > now) return { tryAgainAt: waitsFor(before) }
      if (!before) await ensure(userId)
      let query = db
        .updateTable('notification_settings')
        .set({ sending_until: until })
        .where('user_id', '=', userId)
        .where('sending_until', '<=', now)
      if (respectsQuiet) query = query.where('quiet_until', '<=', now)
      const taken = await query.returningAll().executeTakeFirst()
      if (taken) return { settings: toSettings(taken), quietUntil: taken.quiet_until }
      const row = await findRow(userId)
      return row && { tryAgainAt: waitsFor(row) }
    },

    endTurn: (userId: string, quietUntil: string) =>
      db
        .updateTable('notification_settings')
        .set({ sending_until: longAgo, quiet_until: quietUntil })
        .where('user_id', '=', userId)
        .execute(),

    insertTaskOnce: (task: TaskRow) =>
      db
        .insertInto('tasks')
        .values(task)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),
  }
}
export type NotificationSettingsRepository = ReturnType<typeof createNotificationSettingsRepository>
