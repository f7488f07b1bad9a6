import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { imagesPerMessage } from '#shared/limits.ts'
import type { WebhookEvent } from '#shared/webhook-forms.ts'

type About = { link: { id: string; userId: string }; now: string }
type Hook = { id: string; events: string; slug: string; title: string; waiting: number }
type AddedImage = { id: string; fileName: string }

/** Messages that wait for a receiver that's down. Later ones are dropped, so strangers can't fill the table. */
const maxWaiting = 1000

/** Receivers are promised 10 seconds at most, and the first attempt within 15. */
const gatherMs = 8000

export const laterThan = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString()

async function listHooks(db: Database, { link }: About, event: WebhookEvent): Promise<Hook[]> {
  const hooks = await db
    .selectFrom('webhooks')
    .innerJoin('links', 'links.user_id', 'webhooks.user_id')
    .select(['webhooks.id', 'webhooks.events', 'links.slug', 'links.title'])
    .select(
      sql<number>`(select count(*) from webhook_deliveries
        where webhook_id = webhooks.id and next_try_at is not null)`.as('waiting'),
    )
    .where('webhooks.user_id', '=', link.userId)
    .where('is_active', '=', sql.lit(1))
    .where('links.id', '=', link.id)
    .where((eb) =>
      eb.or([
        eb('all_links', '=', sql.lit(1)),
        eb.exists(
          eb
            .selectFrom('webhook_links')
            .select('link_id')
            .whereRef('webhook_id', '=', 'webhooks.id')
            .whereRef('link_id', '=', 'links.id'),
        ),
      ]),
    )
    .execute()
  return hooks.filter(({ events, waiting }) => events.split(' ').includes(event) && Number(waiting) < maxWaiting)
}

const dataOf = ({ link }: About, { slug, title }: Hook, rest: object) =>
  JSON.stringify({ link: { _id: link.id, slug, title }, ...rest })

const emptyDelivery = { attempts: 0, status: null, error: null, delivered_at: null }

/** Call this in the transaction of the change, with the owner's usage locked. Without webhooks, it's a single read. */
export async function insertWebhookEvent(
  db: Database,
  event: Exclude<WebhookEvent, 'images.added' | 'webhook.test'>,
  about: About & { commentId?: string | undefined; choiceId?: string | undefined },
) {
  const { link, now, ...rest } = about
  const hooks = await listHooks(db, about, event)
  if (hooks.length === 0) return
  const rows = hooks.map((hook) => ({
    ...emptyDelivery,
    id: newId(),
    webhook_id: hook.id,
    event,
    about: link.id,
    data: dataOf(about, hook, rest),
    images: null,
    image_count: 0,
    next_try_at: now,
    created_at: now,
  }))
  await db.insertInto('webhook_deliveries').values(rows).execute()
}

const toJson = (images: AddedImage[]) =>
  images.map(({ id, fileName }) => JSON.stringify({ _id: id, fileName })).join(',')

/** Adds images to the message that's being gathered, if there is one. Returns those that don't fit. */
async function addToGathered(db: Database, hook: Hook, { link, now }: About, images: AddedImage[]) {
  const gathered = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'image_count'])
    .where('webhook_id', '=', hook.id)
    .where('next_try_at', '>', now)
    .where('event', '=', 'images.added')
    .where('about', '=', link.id)
    .where('attempts', '=', 0)
    .where('image_count', '<', imagesPerMessage)
    .executeTakeFirst()
  if (!gathered) return images
  const fitting = images.slice(0, imagesPerMessage - gathered.image_count)
  const count = gathered.image_count + fitting.length
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      images: sql<string>`images || ${`,${toJson(fitting)}`}`,
      image_count: count,
      ...(count === imagesPerMessage && { next_try_at: now }),
    })
    .where('id', '=', gathered.id)
    // Otherwise a node has started to send it.
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? images.slice(fitting.length) : images
}

/** Like `insertWebhookEvent`. Images that appear in a link within `gatherMs` share a message. */
export async function insertAddedImages(db: Database, about: About, images: AddedImage[]) {
  const { link, now } = about
  for (const hook of await listHooks(db, about, 'images.added')) {
    let rest = await addToGathered(db, hook, about, images)
    while (rest.length > 0) {
      const first = rest.slice(0, imagesPerMessage)
      rest = rest.slice(imagesPerMessage)
      await db
        .insertInto('webhook_deliveries')
        .values({
          ...emptyDelivery,
          id: newId(),
          webhook_id: hook.id,
          event: 'images.added',
          about: link.id,
          data: dataOf(about, hook, {}),
          images: toJson(first),
          image_count: first.length,
          next_try_at: first.length === imagesPerMessage ? now : laterThan(now, gatherMs),
          created_at: now,
        })
        .execute()
    }
  }
}
