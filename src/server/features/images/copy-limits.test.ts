import { describe, expect, test } from 'vitest'
import { asOwner } from '#test/support/builders.ts'
import { setUsage } from '#test/support/uploads.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

type Own = Parameters<typeof asOwner>[0] & { _id: string }

const copy = (to: Own, imageIds: string[]) =>
  server.post('/api/images/bulk', { action: 'copy', imageIds, linkId: to._id }, asOwner(to))

const made = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length

/** Creates someone who can copy this many more images in this hour. */
async function aCopier(left: number) {
  const link = await build.aLink()
  const other = await build.aLink({ owner: link.owner })
  const ids = await build.imageRows(link, 200)
  await server.db.deleteFrom('rate_limits').execute()
  expect((await copy(other, ids)).status).toBe(200)
  // No other limit has counted that many.
  const full = 50_000 - left
  await server.db.updateTable('rate_limits').set({ count: full }).where('count', '>=', 200).execute()
  async function counted() {
    const row = server.db.selectFrom('rate_limits').select('count').where('count', '>=', full)
    return (await row.executeTakeFirstOrThrow()).count - full
  }
  return { link, other, ids, counted }
}

describe('the limit of copies an hour', () => {
  test("doesn't count copies that are refused", async () => {
    const { link, other, ids, counted } = await aCopier(2)
    const foreign = await build.aLink()
    const [foreignId = ''] = await build.imageRows(foreign, 1)
    const [a = '', b = '', c = ''] = ids
    const outcomeOf = async (to: Own, imageIds: string[]) => [(await copy(to, imageIds)).status, await counted()]
    expect(await outcomeOf(other, [a, b, c])).toEqual([429, 0])
    expect(await outcomeOf({ ...other, _id: 'unknown' }, [a])).toEqual([400, 0])
    expect(await outcomeOf({ ...other, _id: foreign._id }, [a])).toEqual([400, 0])
    expect(await outcomeOf(other, [a, foreignId])).toEqual([400, 0])
    expect(await outcomeOf(other, [a, 'unknown'])).toEqual([400, 0])
    expect(await outcomeOf(link, [a])).toEqual([400, 0])
    await setUsage(server, link.owner, 749)
    expect(await outcomeOf(other, [a, b])).toEqual([403, 0])
    expect(await outcomeOf(other, [a, b])).toEqual([403, 0])
    await setUsage(server, link.owner, 400)
    expect(await outcomeOf(other, [a, b])).toEqual([200, 2])
  })

  test('is exact if some of many parallel copies are refused', async () => {
    const { link, other, ids, counted } = await aCopier(6)
    const copyMany = () => Promise.all(Array.from({ length: 16 }, () => copy(other, ids.slice(0, 2))))
    // The plan has room for only one of them.
    await setUsage(server, link.owner, 747)
    expect([made(await copyMany()), await counted()]).toEqual([1, 2])
    await setUsage(server, link.owner, 400)
    expect([made(await copyMany()), await counted()]).toEqual([2, 6])
  })

  test('counts only what was copied if the link or the images are deleted meanwhile', async () => {
    const { link, other, ids, counted } = await aCopier(1000)
    const away = await build.aLink({ owner: link.owner })
    const [a = '', b = ''] = ids
    const copies = Array.from({ length: 24 }, (_, n) => copy(n % 2 ? other : away, [a, b]))
    await Promise.race(copies)
    await Promise.all([
      server.del(`/api/links/${away._id}`, undefined, asOwner(link)),
      server.del(`/api/images/${a}`, undefined, asOwner(link)),
    ])
    const answers = await Promise.all(copies)
    expect(await counted()).toBe(2 * made(answers))
  })
})
