import type { Database } from '#server/platform/database/database.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { insertTask } from '#server/platform/database/tasks.ts'
import { defaultNotifications, type Notifications } from '#shared/notification-settings.ts'
import type { NotificationTurnRow } from './activity.tables.ts'

type Turn = Pick<NotificationTurnRow, 'quiet_until' | 'sending_until'>

/** This value sorts before every timestamp. */
const longAgo = ''

/** Returns undefined if the user hasn't changed any setting. */
export async function findNotifications(db: Database, userId: string): Promise<Notifications | undefined> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .execute()
  if (rows.length === 0) return undefined
  return { ...defaultNotifications, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}

export function createNotificationSettingsRepository(db: Database) {
  const find = async (userId: string) => (await findNotifications(db, userId)) ?? defaultNotifications

  /** Does nothing if there's a row already, or if the account no longer exists. */
  const ensureTurn = (userId: string) =>
    db
      .insertInto('notification_settings')
      .columns(['user_id', 'quiet_until', 'sending_until'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select(['users.id as user_id', eb.val(longAgo).as('quiet_until'), eb.val(longAgo).as('sending_until')])
          .where('users.id', '=', userId),
      )
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()

  const findTurn = (userId: string) =>
    db
      .selectFrom('notification_settings')
      .select(['quiet_until', 'sending_until'])
      .where('user_id', '=', userId)
      .executeTakeFirst()

  return {
    find,

    async update(userId: string, change: Partial<Notifications>) {
      const rows = Object.entries(change).map(([name, value]) => ({ user_id: userId, name, value }))
      if (rows.length === 0) return
      // A trigger copies the change to this row for nodes of the previous version.
      await ensureTurn(userId)
      await db
        .insertInto('notification_preferences')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'name']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
        )
        .execute()
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
      const waitsFor = ({ sending_until: sending, quiet_until: quiet }: Turn) =>
        respectsQuiet && quiet > sending ? quiet : sending
      // Most callers are too early, and reading is cheaper than a failed update.
      const before = await findTurn(userId)
      if (before && waitsFor(before) > now) return { tryAgainAt: waitsFor(before) }
      if (!before) await ensureTurn(userId)
      let query = db
        .updateTable('notification_settings')
        .set({ sending_until: until })
        .where('user_id', '=', userId)
        .where('sending_until', '<=', now)
      if (respectsQuiet) query = query.where('quiet_until', '<=', now)
      const taken = await query.returning('quiet_until').executeTakeFirst()
      if (taken) return { settings: await find(userId), quietUntil: taken.quiet_until }
      const row = await findTurn(userId)
      return row && { tryAgainAt: waitsFor(row) }
    },

    endTurn: (userId: string, quietUntil: string) =>
      db
        .updateTable('notification_settings')
        .set({ sending_until: longAgo, quiet_until: quietUntil })
        .where('user_id', '=', userId)
        .execute(),

    insertTaskOnce: (task: TaskRow) => insertTask(db, task),
  }
}
export type NotificationSettingsRepository = ReturnType<typeof createNotificationSettingsRepository>
