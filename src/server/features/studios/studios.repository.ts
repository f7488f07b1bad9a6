import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { LogoTheme } from '#shared/studio.ts'

/** What's stored of a studio, except whether it's on. `logo` and `logoDark` are IDs. */
export type StudioSettings = {
  name: string
  line: string
  website: string | null
  accent: string | null
  logo: string | null
  logoDark: string | null
}
export type StudioRecord = StudioSettings & { isOn: boolean }

const none: StudioRecord = { isOn: false, name: '', line: '', website: null, accent: null, logo: null, logoDark: null }

export const parseSettings = (settings: string): StudioSettings => JSON.parse(settings)

/** The settings of a link's owner as JSON if branding is on, for queries on `links`. */
export const ownerStudio = sql<string | null>`
  (select studios.settings from studios where studios.user_id = links.user_id and studios.is_on = 1)`

export const createStudioRepository = (db: Database) => withTransactions(db, bind)
export type StudioRepository = ReturnType<typeof createStudioRepository>

function bind(db: Database) {
  return {
    async find(userId: string): Promise<StudioRecord> {
      const row = await db.selectFrom('studios').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row ? { ...parseSettings(row.settings), isOn: row.is_on === 1 } : none
    },

    /** Makes concurrent changes of the same studio wait for each other. */
    async lock(userId: string) {
      await db
        .insertInto('studios')
        .values({ user_id: userId, is_on: 0, settings: JSON.stringify(none) })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((row) => ({ user_id: row.ref('excluded.user_id') })),
        )
        .execute()
    },

    async save(userId: string, { isOn, ...settings }: StudioRecord) {
      await db
        .updateTable('studios')
        .set({ is_on: Number(isOn), settings: JSON.stringify(settings) })
        .where('user_id', '=', userId)
        .execute()
    },

    async findGalleryName(userId: string) {
      const row = await db
        .selectFrom('users')
        .select((users) => users.fn.coalesce('gallery_name', 'name').as('name'))
        .where('id', '=', userId)
        .executeTakeFirst()
      return row?.name ?? ''
    },

    async insertLogo(id: string, userId: string, theme: LogoTheme, png: Buffer) {
      await db
        .insertInto('studio_logos')
        .values({ id, user_id: userId, theme, png: png.toString('base64') })
        .execute()
    },

    async deleteLogo(userId: string, theme: LogoTheme) {
      await db.deleteFrom('studio_logos').where('user_id', '=', userId).where('theme', '=', theme).execute()
    },

    async listLogos(userId: string) {
      const rows = await db.selectFrom('studio_logos').select(['theme', 'png']).where('user_id', '=', userId).execute()
      return new Map(rows.map(({ theme, png }) => [theme as LogoTheme, Buffer.from(png, 'base64')]))
    },

    async findLogo(id: string) {
      const row = await db.selectFrom('studio_logos').select(['user_id', 'png']).where('id', '=', id).executeTakeFirst()
      return row && { userId: row.user_id, png: Buffer.from(row.png, 'base64') }
    },
  }
}
