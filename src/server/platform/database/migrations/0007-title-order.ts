import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const batch = 500

/** The sort key as of this migration. Each number is prefixed with its number of digits. */
const orderOf = (titleKey: string) =>
  titleKey.replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, '')
    return String(number.length).padStart(3, '0') + number
  })

/** Titles sort by the numbers in them but are searched as written, so there are two columns. */
export const titleOrder: Migration = {
  name: '0007-title-order',
  async up(db, engine) {
    const text = engine === 'postgres' ? 'text collate "C"' : 'text'
    await sql.raw(`alter table links add column title_order ${text} not null default ''`).execute(db)
    const links: { id: string; title_key: string }[] = await db
      .selectFrom('links')
      .select(['id', 'title_key'])
      .execute()
    for (let start = 0; start < links.length; start += batch) {
      const rows = links.slice(start, start + batch).map(({ id, title_key }) => sql`(${id}, ${orderOf(title_key)})`)
      await sql`
        update links set title_order = v.column2
        from (values ${sql.join(rows)}) as v where links.id = v.column1`.execute(db)
    }
  },
}
