import { expect, test, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { withPass } from '#test/support/link-access.ts'
import { createTestServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'
import { waitForRemovals } from '../support/removals.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { add, aCollectingLink } = createGuestUploads(server)

/** A unique word for each kind of data that a guest can leave behind. */
const traces = {
  comment: 'is-this-our-hill',
  commentName: 'grandma-of-the-comment',
  note: 'for-the-cover',
  choiceName: 'lena-of-the-choice',
  photoName: 'ben-of-the-photo',
  choiceEmail: 'lena-of-the-choice@example.org',
  message: 'we-love-them-all',
  question: 'one-more-please',
  moreTimeName: 'tom-who-came-late',
  moreTime: 'only-half-of-them',
  unconfirmed: 'never-answered@example.org',
  follower: 'follows@example.org',
}
type Trace = keyof typeof traces

async function kept() {
  const tables = await server.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) =>
      server.db
        .selectFrom(name as 'guests')
        .selectAll()
        .execute(),
    ),
  )
  const text = JSON.stringify(rows)
  return (Object.keys(traces) as Trace[]).filter((trace) => text.includes(traces[trace]))
}

const countOf = async (table: 'passes' | 'guests') => (await server.db.selectFrom(table).selectAll().execute()).length
const limitKeys = async () => (await server.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)

/** Advances the clock and starts a node, which runs the hourly cleanup right away. */
async function pass(count: number, look: () => Promise<void>) {
  server.clock.advance(days(count))
  const node = await createTestServer({}, server)
  await vi.waitFor(look).finally(() => node.close())
}

async function leaveTraces() {
  const link = await aCollectingLink({ choosing: 'on', comments: 'guests' })
  const [image = ''] = await build.imageRows(link, 1)
  const late = await build.anExpiredLink({ owner: link.owner })
  const slug = `/api/links/slug/${link.slug}`
  const from = build.anAddress()
  const chosen = await server.put(`/api/images/${image}/choice`, { chosen: true, note: traces.note }, { from })
  const guest = withPass(chosen.body.data.pass)
  const words = { name: traces.choiceName, email: traces.choiceEmail, message: traces.message }
  await server.post(`${slug}/choice/send`, words, guest)
  await server.post(`${slug}/choice/ask`, { message: traces.question }, guest)
  await server.post(`/api/comments/image/${image}`, { name: traces.commentName, content: traces.comment }, guest)
  const { pass } = chosen.body.data
  await add(link, { pass, name: traces.photoName })
  const ask = { name: traces.moreTimeName, message: traces.moreTime }
  await server.post(`/api/links/slug/${late.slug}/ask`, ask, { from })
  for (const email of [traces.unconfirmed, traces.follower]) await server.post(`${slug}/follow`, { email }, { from })
  await server.db
    .updateTable('followers')
    .set({ confirmed_at: server.clock.now().toISOString() })
    .where('email', '=', traces.follower)
    .execute()
  return link
}

test("guest data is deleted on the privacy page's schedule, and with the link", async () => {
  // Nodes that share a database also store their rate limits there.
  const keysBefore = await limitKeys()
  const link = await leaveTraces()
  const all = Object.keys(traces)
  expect(await kept()).toEqual(all)
  expect(await countOf('passes')).toBe(1)
  const keysOfGuests = (await limitKeys()).filter((key) => !keysBefore.includes(key))
  expect(keysOfGuests.length).toBeGreaterThan(0)

  await pass(6, async () => expect(await kept()).toEqual(all))
  const confirmed = all.filter((trace) => trace !== 'unconfirmed')
  await pass(2, async () => expect(await kept()).toEqual(confirmed))

  // By now, guests can't be recognized by a cookie or a network hash.
  await pass(23, async () => {
    expect(await countOf('passes')).toBe(0)
    expect((await limitKeys()).filter((key) => keysOfGuests.includes(key))).toEqual([])
    expect(await kept()).toEqual(confirmed)
  })

  const ofActivity: string[] = ['question', 'moreTimeName', 'moreTime']
  const lasting = confirmed.filter((trace) => !ofActivity.includes(trace))
  await pass(60, async () => expect(await kept()).toEqual(lasting))

  const token = await build.aSession(link.owner)
  expect((await server.del(`/api/links/${link._id}?forever=true`, undefined, { token })).status).toBe(200)
  await waitForRemovals(server)
  expect(await kept()).toEqual([])
  expect(await countOf('guests')).toBe(0)
})
