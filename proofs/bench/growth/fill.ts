import { currentHour } from '#server/features/analytics/analytics.tables.ts'
import {
  arranged,
  busyShape,
  fillAccount,
  fillComments,
  fillCounts,
  fillSections,
  register,
  sectionsPerLink,
} from './accounts.ts'
import { type Store, withProduct } from './engines.ts'
import { openRows, type Rows } from './rows.ts'

export const sizes = { accounts: 10_000, links: 100_000, images: 1_000_000, comments: 1_000_000 }

export const ordinary = { email: 'ordinary@example.com', links: 5, images: 10 }
export const busy = { email: 'busy@example.com', ...busyShape }
const administrator = { email: 'admin@example.com', links: 1, images: 1 }
/**
 * Owns the links at the top of the public list. In the full database, each link has as many images as the Gold plan
 * allows for a whole account.
 */
const listed = (isFull: boolean) => ({
  email: 'listed@example.com',
  links: 100,
  images: isFull ? 750 : 10,
  isListed: true,
})

/** More than one page of accounts, so both databases return a full page. */
const pageOfAccounts = 60

export async function fill(store: Store) {
  const rows = await openRows(store)
  await rows.once('accounts to measure with', async () => {
    await withProduct(store, async (product) => {
      for (const shape of [administrator, ordinary, busy, listed(store.isFull)]) await register(product, shape)
    })
  })
  await fillAccount(rows, 'ordin', ordinary)
  await fillAccount(rows, 'busy-', busy)
  await fillAccount(rows, 'liste', listed(store.isFull))
  await rows.copies('a page of accounts', 'users', `email = '${ordinary.email}'`, pageOfAccounts, {
    id: rows.id('-page-', 'n'),
    email: `'page-' || n || '@example.com'`,
  })
  const userAt = (n: string) => rows.id('-user-', `(${n}) % ${sizes.accounts}`)
  if (store.isFull) {
    await fillCounts(rows, busy)
    await fillOthers(rows, userAt)
  }
  await fillComments(rows, ordinary.email, store.isFull ? { userAt } : undefined)
  // The previous run may have used up some rate limits.
  await rows.run('delete from rate_limits')
  await rows.once('statistics', async () => {
    // PostgreSQL's autovacuum would do this eventually. SQLite never does it automatically, so it's measured without.
    if (store.engine === 'postgres') await rows.run('vacuum analyze')
  })
  await rows.close()
}

async function fillOthers(rows: Rows, userAt: (n: string) => string) {
  const { accounts, links, images, comments } = sizes
  const now = Math.floor(Date.now() / 1000)
  const hour = Math.floor(now / 3600)
  const linkAt = (n: string) => rows.id('-link-', n)
  const imageAt = (n: string) => rows.id('-image', n)
  const sectionAt = (n: string) => rows.id('-sect-', n)
  const holderAt = (n: string) => rows.id('-hold-', n)
  const like = `user_id = (select id from users where email = '${ordinary.email}')`
  const withinYear = (n: string, of: number) => rows.instant(`${now} - 31536000 + (${n}) * 30000000 / ${of}`)

  await rows.copies('accounts', 'users', `email = '${ordinary.email}'`, accounts, {
    id: userAt('n'),
    email: `'person-' || n || '@example.com'`,
    created_at: withinYear('n', accounts),
  })
  await rows.rows('usage', 'usage', accounts, { user_id: userAt('n'), links: '9', images: '81' })
  await rows.copies('sessions', 'sessions', like, accounts, {
    id: rows.id('-sess-', 'n'),
    token_hash: rows.id('-token', 'n'),
    user_id: userAt('n'),
  })
  await rows.copies('holders', 'users', `email = '${ordinary.email}'`, accounts, {
    id: holderAt('n'),
    email: `'removed ' || n`,
    disabled_at: rows.instant(`${now}`),
    removed_at: rows.instant(`${now}`),
  })
  // A quarter of the links is listed and open. Another quarter is listed and newer, but expired. Each
  // account has ten links, and the last of them is in the trash.
  await rows.copies('links', 'links', `${like} and title = 'Gallery'`, links, {
    id: linkAt('n'),
    user_id: `case when n % 10 = 9 then ${holderAt('n / 10')} else ${userAt('n / 10')} end`,
    slug: `'somewhere-' || n`,
    is_listed: 'case when n % 4 < 2 then 1 else 0 end',
    expires_at: `case when n % 4 = 1 then ${rows.instant(`${now} - 86400`)} end`,
    created_at: `case when n % 4 = 1 then ${rows.instant(`${now} + n`)} else ${withinYear('n', links)} end`,
    image_count: '9',
    section_count: String(sectionsPerLink),
    next_position: '11',
    cover_image_id: imageAt('n * 10'),
  })
  await rows.rows('slugs', 'slugs', links, { slug: `'somewhere-' || n`, link_id: linkAt('n') })
  await rows.rows('links in the trash', 'trashed_links', accounts, {
    link_id: linkAt('n * 10 + 9'),
    user_id: userAt('n'),
    holder_id: holderAt('n'),
    bytes: '1000',
    comment_count: '0',
    trashed_at: rows.instant(`${now} - n`),
  })
  await fillSections(rows, 'others', links, linkAt, sectionAt)
  await rows.copies('images', 'images', `${like} and position = 1`, images, {
    id: imageAt('n'),
    link_id: linkAt('n / 10'),
    user_id: userAt('n / 100'),
    position: 'n % 10 + 1',
    views: 'n % 50',
    ...arranged(rows, 'n / 10', sectionAt),
    created_at: withinYear('n', images),
  })
  await rows.rows('comments', 'comments', comments, {
    id: rows.id('-comm-', 'n'),
    image_id: imageAt(`n * 7919 % ${images}`),
    user_id: userAt('n'),
    content: `'What a picture, number ' || n`,
    created_at: withinYear('n', comments),
    updated_at: withinYear('n', comments),
  })
  await rows.rows('activity', 'activity', links, {
    id: rows.id('-activ', 'n'),
    user_id: userAt('n / 10'),
    link_id: linkAt('n'),
    kind: `'opened'`,
    name: `'Grandma'`,
    text: `''`,
    is_waiting: '0',
    is_read: '1',
    created_at: withinYear('n', links),
  })

  const counters = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')
  const counts = (value: string) => Object.fromEntries(counters.map((name) => [name, value]))
  /** Thirteen rows per counter: twelve snapshots spread over the year and the current value. */
  const snapshot = {
    hour: `case when n % 13 = 0 then ${currentHour} else ${hour} - n % 13 * 700 - n / 13 % 700 end`,
    ...counts('100 - n % 13'),
  }
  const ofLink = { user_id: userAt('n / 130'), link_id: linkAt('n / 13') }
  await rows.rows('counts of links', 'counter_snapshots', links * 13, { ...ofLink, ...snapshot })
  const ofAccount = { user_id: userAt('n / 13'), link_id: `''` }
  await rows.rows('counts of accounts', 'counter_snapshots', accounts * 13, { ...ofAccount, ...snapshot })
  const day = rows.instant(`${now} - n % 6 * 5270400`)
  const referrer = { host: `'chat.example'`, visits: '3' }
  const spans = { days: `substr(${day}, 1, 10)`, months: `'month ' || substr(${day}, 1, 7)` }
  for (const [name, span] of Object.entries(spans)) {
    const ofLinks = { user_id: userAt('n / 60'), link_id: linkAt('n / 6'), span, ...referrer }
    await rows.rows(`hosts of links by ${name}`, 'referrers', links * 6, ofLinks)
    const ofAccounts = { user_id: userAt('n / 6'), link_id: `''`, span, ...referrer }
    await rows.rows(`hosts of accounts by ${name}`, 'referrers', accounts * 6, ofAccounts)
  }
  const viewed = { image_id: imageAt('n'), hour: `${hour} - n % 8000`, views: '0' }
  await rows.rows('views', 'image_view_snapshots', images, viewed)
}
