import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { useEmptyDatabase } from '#test/support/empty-database.ts'
import { migrate, migrations } from './migrate.ts'

const { database, withRaw, bringUpToDate, makeEarlier } = useEmptyDatabase()

test('counts survive the renaming of their tables and are deleted with their link', async () => {
  const now = 2_147_483_647
  await makeEarlier('0004-visit-names')
  await withRaw(async (db) => {
    const rows = [
      `users (id, name, email, password_hash, created_at) values ('ann', 'Ann', 'ann@example.com', 'x', '2026')`,
      ...['kept', 'gone'].flatMap((link) => [
        `links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed, allow_downloads,
           views, created_at, updated_at)
         values ('${link}', 'ann', '${link}', '', '', '', '', 0, 0, 0, 7, '2026', '2026')`,
        `images (id, link_id, user_id, position, title, description, file_name, width, height, placeholder, files, views, created_at)
         values ('of-${link}', '${link}', 'ann', 1, '', '', '', 1, 1, '', '', 3, '2026')`,
        `image_readings (image_id, hour, views) values ('of-${link}', 10, 1)`,
        `readings values ('ann', '${link}', 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), ('ann', '${link}', ${now}, 7, 6, 3, 0, 0, 0, 0, 0, 0, 0)`,
        `referrers values ('ann', '${link}', '2026-11-01', 'news.example', 2)`,
      ]),
      `readings values ('ann', '', 10, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2), ('ann', '', ${now}, 14, 12, 6, 0, 0, 0, 0, 0, 0, 0)`,
      `referrers values ('ann', '', '2026-11-01', 'news.example', 4)`,
      `recent_visitors (visitor_key, seen_until, looks) values (5, 6, 2)`,
    ]
    for (const row of rows) await sql.raw(`insert into ${row}`).execute(db)
  })

  await bringUpToDate()

  await withRaw(async (db) => {
    const standing = () =>
      db
        .selectFrom('counter_snapshots')
        .select(['link_id', 'hour', 'visits', 'visitors', 'views'])
        .orderBy('link_id')
        .orderBy('hour')
        .execute()
    const kept = [
      { link_id: 'kept', hour: 10, visits: 1, visitors: 1, views: 1 },
      { link_id: 'kept', hour: now, visits: 7, visitors: 6, views: 3 },
    ]
    expect(await standing()).toEqual([
      { link_id: '', hour: 10, visits: 2, visitors: 2, views: 2 },
      { link_id: '', hour: now, visits: 14, visitors: 12, views: 6 },
      ...kept.map((row) => ({ ...row, link_id: 'gone' })),
      ...kept,
    ])
    expect(await db.selectFrom('recent_visitors').selectAll().execute()).toMatchObject([{ events: 2 }])

    await db.deleteFrom('links').where('id', '=', 'gone').execute()
    expect(await standing()).toEqual([...kept.map((row) => ({ ...row, link_id: '' })), ...kept])
    expect(await db.selectFrom('referrers').select(['link_id', 'visits']).orderBy('link_id').execute()).toEqual([
      { link_id: '', visits: 2 },
      { link_id: 'kept', visits: 2 },
    ])
    expect(await db.selectFrom('image_view_snapshots').selectAll().execute()).toEqual([
      { image_id: 'of-kept', hour: 10, views: 1 },
    ])
    const link = db.selectFrom('links').innerJoin('images', 'images.link_id', 'links.id')
    expect(await link.select(['links.visits', 'images.views']).execute()).toEqual([{ visits: 7, views: 3 }])
  })
})

test('covers other than the first image count as chosen, and titles get a numeric sort key', async () => {
  await makeEarlier('0006-covers')
  await withRaw(async (db) => {
    const rows = [
      `users (id, name, email, password_hash, created_at) values ('ann', 'Ann', 'ann@example.com', 'x', '2026')`,
      ...['first 9', 'second 10'].flatMap((title) => [
        `links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed, allow_downloads,
           cover_image_id, created_at, updated_at)
         values ('${title}', 'ann', '${title}', '${title}', '${title}', '', '', 0, 0, 0, '${title}', '2026', '2026')`,
        ...['first 9', 'second 10'].map(
          (image, n) => `images
            (id, link_id, user_id, position, title, description, file_name, width, height, placeholder, files, created_at)
          values ('${title === image ? title : `${title} other`}', '${title}', 'ann', ${n}, '', '', '', 1, 1, '', '', '2026')`,
        ),
      ]),
    ]
    for (const row of rows) await sql.raw(`insert into ${row}`).execute(db)
  })

  await bringUpToDate()

  await withRaw(async (db) => {
    const links = db.selectFrom('links').select(['id', 'cover_image_id', 'cover_chosen', 'title_order']).orderBy('id')
    expect(await links.execute()).toEqual([
      { id: 'first 9', cover_image_id: 'first 9', cover_chosen: 0, title_order: 'first 0019' },
      { id: 'second 10', cover_image_id: 'second 10', cover_chosen: 1, title_order: 'second 00210' },
    ])
    const image = await db.selectFrom('images').select(['cover_focus_x', 'cover_focus_y']).executeTakeFirst()
    expect(image).toEqual({ cover_focus_x: null, cover_focus_y: null })
  })
})

test('existing guests, favorites and comments are counted, and subtracted when deleted', async () => {
  const at = migrations.findIndex(({ name }) => name === '0029-bounded-answers')
  await withRaw(async (db) => {
    await migrate(db, database.options.kind, migrations.slice(0, at))
    const now = '2026-11-01T00:00:00.000Z'
    for (const statement of [
      `insert into users (id, name, email, password_hash, created_at) values ('u', 'Mara', 'm@x.example', '', '${now}')`,
      `insert into links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed,
         allow_downloads, created_at, updated_at) values ('l', 'u', 'l', '', '', '', '', 0, 0, 1, '${now}', '${now}')`,
      `insert into images (id, link_id, user_id, position, title, description, file_name, width, height, placeholder, files,
         created_at) values ('i', 'l', 'u', 1, '', '', '', 3, 2, '', '[]', '${now}')`,
      `insert into guests (id, link_id, created_at) values ('one', 'l', '${now}'), ('two', 'l', '${now}')`,
      `insert into choices (id, link_id, guest_id, is_sent, message, created_at, updated_at)
         values ('c', 'l', 'one', 0, '', '${now}', '${now}')`,
      `insert into comments (id, image_id, guest_id, content, created_at, updated_at)
         values ('w', 'i', 'two', 'Hello', '${now}', '${now}'), ('x', 'i', 'two', 'Again', '${now}', '${now}')`,
    ])
      await sql.raw(statement).execute(db)
  })
  await bringUpToDate()
  const counts = () =>
    withRaw(async (db) => {
      const asked = sql<object>`select guest_count, choice_count, comment_count from links, images`
      return (await asked.execute(db)).rows
    })
  expect(await counts()).toEqual([{ guest_count: 2, choice_count: 1, comment_count: 2 }])
  await withRaw((db) => db.deleteFrom('guests').where('id', '=', 'two').execute())
  expect(await counts()).toEqual([{ guest_count: 1, choice_count: 1, comment_count: 0 }])
  await withRaw((db) => db.deleteFrom('links').where('id', '=', 'l').execute())
  expect(await counts()).toEqual([])
})

test('confirmed followers are counted, including those who confirm or leave later', async () => {
  const now = '2026-11-01T00:00:00.000Z'
  const follow = (email: string, confirmedAt: string | null) => sql`
    insert into followers (id, link_id, email, created_at, confirmed_at) values (${email}, 'l', ${email}, ${now}, ${confirmedAt})`
  const at = migrations.findIndex(({ name }) => name === '0050-follower-count')
  await withRaw(async (db) => {
    await migrate(db, database.options.kind, migrations.slice(0, at))
    await sql`insert into users (id, name, email, password_hash, created_at)
      values ('u', 'Mara', 'm@x.example', '', ${now})`.execute(db)
    await sql`insert into links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed,
      allow_downloads, created_at, updated_at)
      values ('l', 'u', 'l', '', '', '', '', 0, 0, 1, ${now}, ${now})`.execute(db)
    for (const email of ['anna', 'ben', 'cleo']) await follow(email, now).execute(db)
    for (const email of ['dora', 'emil']) await follow(email, null).execute(db)
  })
  await bringUpToDate()
  const count = (statement: RawBuilder<unknown>) =>
    withRaw(async (db) => {
      await statement.execute(db)
      return db.selectFrom('links').select('follower_count').execute()
    })
  expect(await count(sql`update followers set told_until = ${now}`)).toEqual([{ follower_count: 3 }])
  expect(await count(sql`update followers set confirmed_at = ${now} where id = 'dora'`)).toEqual([
    { follower_count: 4 },
  ])
  expect(await count(sql`update followers set confirmed_at = ${now}`)).toEqual([{ follower_count: 5 }])
  expect(await count(follow('fritz', null))).toEqual([{ follower_count: 5 }])
  expect(await count(sql`delete from followers where id in ('anna', 'ben', 'fritz')`)).toEqual([{ follower_count: 3 }])
  expect(await count(sql`delete from links`)).toEqual([])
})

test('notification settings become rows, in sync with the columns that the previous version uses', async () => {
  const at = migrations.findIndex(({ name }) => name === '0032-notification-preferences')
  await withRaw(async (db) => {
    await migrate(db, database.options.kind, migrations.slice(0, at))
    await sql`insert into users (id, name, email, password_hash, created_at)
      values ('ann', 'Ann', 'ann@example.com', '', '2026'), ('ben', 'Ben', 'ben@example.com', '', '2026')`.execute(db)
    await sql`insert into notification_settings
      (user_id, comments, choices, requests, closing, daily_at, quiet_until, sending_until)
      values ('ann', 'off', 'now', 'daily', 'daily', '18:00', '2026-11-01', '')`.execute(db)
  })
  await bringUpToDate()

  await withRaw(async (db) => {
    const rows = async () => {
      const found = await sql<{ user_id: string; name: string; value: string }>`
        select * from notification_preferences order by user_id, name`.execute(db)
      return found.rows.map(({ user_id, name, value }) => `${user_id} ${name} ${value}`)
    }
    const columns = async () => {
      const found = await sql<Record<string, string>>`
        select user_id, comments, choices, requests, closing, daily_at, quiet_until
        from notification_settings order by user_id`.execute(db)
      return found.rows.map((row) => Object.values(row).join(' '))
    }
    const ann = ['ann choices now', 'ann closing daily', 'ann comments off', 'ann dailyAt 18:00', 'ann requests daily']
    expect(await rows()).toEqual(ann)
    expect(await columns()).toEqual(['ann off now daily daily 18:00 2026-11-01'])

    // The new version inserts no columns for settings, and the previous one updates all of them.
    await sql`insert into notification_settings (user_id, quiet_until, sending_until) values ('ben', '', '')`.execute(
      db,
    )
    await sql`insert into notification_preferences (user_id, name, value)
      values ('ben', 'comments', 'off'), ('ben', 'dailyAt', '12:00'), ('ben', 'unknown', 'now')`.execute(db)
    expect(await columns()).toEqual([expect.any(String), 'ben off now now daily 12:00 '])
    await sql`insert into notification_preferences (user_id, name, value) values ('ben', 'comments', 'now')
      on conflict (user_id, name) do update set value = excluded.value`.execute(db)
    await sql`update notification_settings set
      comments = 'now', choices = 'off', requests = 'now', closing = 'daily', daily_at = '12:00'
      where user_id = 'ben'`.execute(db)
    expect(await columns()).toEqual([expect.any(String), 'ben now off now daily 12:00 '])
    expect(await rows()).toEqual([
      ...ann,
      'ben choices off',
      'ben comments now',
      'ben dailyAt 12:00',
      'ben unknown now',
    ])

    await db.deleteFrom('users').where('id', '=', 'ben').execute()
    expect(await rows()).toEqual(ann)
  })
})

test('indexes and constraints are renamed with their table', async () => {
  const indexes = () =>
    withRaw(async (db) => {
      const named =
        database.options.kind === 'sqlite'
          ? sql<{ name: string }>`select name from sqlite_master where type in ('index', 'trigger')`
          : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'
              union all select conname from pg_constraint`
      return (await named.execute(db)).rows.map(({ name }) => name)
    })
  await makeEarlier('0004-visit-names')
  expect((await indexes()).filter((name) => name.includes('readings'))).not.toEqual([])
  await bringUpToDate()
  const names = await indexes()
  expect(names).toEqual(expect.arrayContaining(['counter_snapshots_by_hour', 'image_view_snapshots_by_hour']))
  expect(names.filter((name) => name.includes('readings'))).toEqual([])
})

test.each([
  [0, 0],
  [1, 1],
])('migrating an installation with %i accounts adds %i installation rows', async (accounts, firsts) => {
  await makeEarlier('0020-exports')
  if (accounts > 0) {
    await withRaw((db) =>
      sql`insert into users (id, name, email, password_hash, created_at)
        values ('ada', 'Ada', 'ada@example.com', '', '2026-01-01T00:00:00.000Z')`.execute(db),
    )
  }
  await bringUpToDate()
  expect(await withRaw((db) => db.selectFrom('installation').selectAll().execute())).toHaveLength(firsts)
})
