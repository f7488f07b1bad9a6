import { currentHour } from '#server/features/analytics/analytics.tables.ts'
import { aSmallJpeg } from '#test/support/pictures.ts'
import { makeGallery, signUp, upload } from '../arrange.ts'
import type { Product } from '../product.ts'
import type { Rows } from './rows.ts'

export type Shape = { email: string; links: number; images: number; isListed?: boolean }

/** The Gold plan allows 25 links and 750 images, so 30 images per link. */
export const busyShape: Omit<Shape, 'email'> = { links: 25, images: 30 }

const counters = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')
const hosts = ['chat', 'mail', 'news', 'search', 'social'].map((name) => `('${name}.example')`)
const daysOfYear = 365

export const sectionsPerLink = 3
/** One image in ten is in the trash. */
const trashShare = 10
const liveOf = (images: number) => images - Math.floor(images / trashShare)

/** Spreads images over the sections of the link with the number `link`, and puts some in the trash. */
export function arranged(rows: Rows, link: string, sectionAt: (n: string) => string) {
  const now = Math.floor(Date.now() / 1000)
  return {
    section_id: sectionAt(`${link} * ${sectionsPerLink} + n % ${sectionsPerLink}`),
    section_position: `n % ${sectionsPerLink} + 1`,
    trashed_at: `case when n % ${trashShare} = ${trashShare - 1} then ${rows.instant(`${now} - n % 86400`)} end`,
  }
}

/** Gives each of the links three sections. `linkAt` and `sectionAt` take the number of a link and of a section. */
export const fillSections = (
  rows: Rows,
  name: string,
  links: number,
  linkAt: (n: string) => string,
  sectionAt: (n: string) => string,
) =>
  rows.rows(`sections of ${name}`, 'sections', links * sectionsPerLink, {
    id: sectionAt('n'),
    link_id: linkAt(`n / ${sectionsPerLink}`),
    title: `'Day ' || (n % ${sectionsPerLink} + 1)`,
    text: `''`,
    anchor: `'day-' || (n % ${sectionsPerLink} + 1)`,
    position: `n % ${sectionsPerLink} + 1`,
  })

export async function register(product: Product, { email, isListed = false }: Shape) {
  const token = await signUp(product, email, '10.0.0.3')
  const gallery = await makeGallery(product, 'Gallery', token)
  await upload(product, gallery, await aSmallJpeg(), 1, 1)
  if (isListed) await product.data('PUT', `/api/links/${gallery.id}`, { token, body: { isListed } })
}

async function findAccount(rows: Rows, email: string) {
  const user = await rows.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const link = await rows.db
    .selectFrom('links')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  return { userId: user.id, linkId: link.id }
}

/** Copies the account's first link and image. `code` must have five characters, because the copies' IDs contain it. */
export async function fillAccount(rows: Rows, code: string, { email, links, images }: Shape) {
  const { userId, linkId } = await findAccount(rows, email)
  const now = Math.floor(Date.now() / 1000)
  const copyAt = (n: string) => rows.id(`${code}l`, n)
  const linkAt = (n: string) => `case when ${n} < 1 then '${linkId}' else ${copyAt(n)} end`
  const imageAt = (n: string) => rows.id(`${code}i`, n)
  const sectionAt = (n: string) => rows.id(`${code}s`, n)
  await rows.copies(`links of ${email}`, 'links', `id = '${linkId}'`, links - 1, {
    id: copyAt('n + 1'),
    slug: `'${code}-' || (n + 1)`,
    title: `'Gallery ' || (n + 1)`,
    image_count: String(liveOf(images)),
    section_count: String(sectionsPerLink),
    next_position: String(images + 1),
    cover_image_id: imageAt(`(n + 1) * ${images}`),
    created_at: rows.instant(`${now} + n`),
  })
  await rows.rows(`slugs of ${email}`, 'slugs', links - 1, { slug: `'${code}-' || (n + 1)`, link_id: copyAt('n + 1') })
  await fillSections(rows, email, links, linkAt, sectionAt)
  await rows.copies(`images of ${email}`, 'images', `link_id = '${linkId}'`, links * images, {
    id: imageAt('n'),
    link_id: linkAt(`n / ${images}`),
    position: `n % ${images} + 2`,
    title: `'Picture ' || n`,
    ...arranged(rows, `n / ${images}`, sectionAt),
  })
  await rows.once(`usage of ${email}`, async () => {
    const counts = { image_count: liveOf(images) + 1, section_count: sectionsPerLink, next_position: images + 2 }
    const set = Object.entries(counts).map(([name, value]) => `${name} = ${value}`)
    await rows.run(`update links set ${set} where id = '${linkId}'`)
    const live = links * liveOf(images) + 1
    await rows.run(`update usage set links = ${links}, images = ${live} where user_id = '${userId}'`)
  })
}

export async function fillCounts(rows: Rows, { email }: Pick<Shape, 'email'>) {
  const { userId } = await findAccount(rows, email)
  const hour = Math.floor(Date.now() / 3_600_000)
  const hoursOfYear = daysOfYear * 24
  const day = rows.instant(`${hour * 3600} - n * 86400`)
  const links = `(select id from links where user_id = '${userId}' union all select '') as l`
  const counts = (value: string) => Object.fromEntries(counters.map((name) => [name, value]))
  const of = { user_id: `'${userId}'`, link_id: 'l.id' }
  const snapshot = { ...of, hour: `${hour} - n`, ...counts(`${hoursOfYear} - n`) }
  await rows.rows(`hours of ${email}`, 'counter_snapshots', hoursOfYear, snapshot, links)
  const present = { ...of, hour: String(currentHour), ...counts(`${hoursOfYear}`) }
  await rows.rows(`counters of ${email}`, 'counter_snapshots', 1, present, links)

  const fromHosts = `${links} cross join (values ${hosts}) as h`
  const referrer = { ...of, host: 'h.column1', visits: '1 + n % 7' }
  const span = { day: `substr(${day}, 1, 10)`, month: `'month ' || substr(${day}, 1, 7)` }
  await rows.rows(`hosts of ${email}`, 'referrers', daysOfYear, { ...referrer, span: span.day }, fromHosts)
  await rows.rows(`hosts by month of ${email}`, 'referrers', daysOfYear, { ...referrer, span: span.month }, fromHosts)
  const viewed = { image_id: 'i.id', hour: `${hour} - n * 24`, views: `${daysOfYear} - n` }
  const images = `(select id from images where user_id = '${userId}') as i`
  await rows.rows(`views of ${email}`, 'image_view_snapshots', daysOfYear, viewed, images)
  await rows.once(`totals of ${email}`, async () => {
    await rows.run(`update images set views = ${daysOfYear} where user_id = '${userId}'`)
    await rows.run(`update links set visits = ${hoursOfYear} where user_id = '${userId}'`)
  })
}

export async function fillComments(rows: Rows, email: string, authors: { userAt: (n: string) => string } | undefined) {
  const { userId, linkId } = await findAccount(rows, email)
  const image = await rows.db
    .selectFrom('images')
    .select('id')
    .where('link_id', '=', linkId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await rows.rows(`comments for ${email}`, 'comments', 500, {
    id: rows.id('shown-', 'n'),
    image_id: `'${image.id}'`,
    user_id: authors ? authors.userAt('n * 17') : `'${userId}'`,
    content: `'The light of ' || n`,
    created_at: rows.instant(`${Math.floor(Date.now() / 1000)} - n`),
    updated_at: rows.instant(`${Math.floor(Date.now() / 1000)} - n`),
  })
}
