import { describe, expect, test } from 'vitest'
import { aSmallJpeg } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'

const mega = 2 ** 20

describe('operator limits', () => {
  const limits = { linkLimit: 1, imageLimit: null, storageLimitGb: 1 }
  const { server, build } = useServer({ limits, fileLimitMb: 12 })

  test('replace the limits of the default plan', async () => {
    const owner = await build.aUser()
    const { body } = await server.get('/api/payment/subscription', { token: owner.token })
    expect(body.data.planDetails).toMatchObject({ id: 'free', ...limits })
    expect(body.data.planDetails.features.slice(0, 3)).toEqual([
      '1 shareable link',
      'Unlimited images',
      '1 GB of storage',
    ])
    const { body: catalogue } = await server.get('/api/payment/plans')
    expect(catalogue.data.map((plan: { linkLimit: number }) => plan.linkLimit)).toEqual([1, 10, 25])

    await build.aLink({ owner })
    const refused = await server.post('/api/links', { title: 'One more' }, { token: owner.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'LINK_LIMIT_REACHED'])
  })

  test('can allow unlimited images', async () => {
    const link = await build.aLink()
    await server.db.updateTable('usage').set({ images: 5000 }).where('user_id', '=', link.owner.id).execute()
    expect((await build.anUpload({ link })).status).toBe(201)
  })

  test('can limit storage, and deleting an image frees space', async () => {
    const link = await build.aLink()
    const { body } = await build.anUpload({ link })
    const used = async () => {
      const row = await server.db.selectFrom('usage').select('bytes').where('user_id', '=', link.owner.id).execute()
      return Number(row[0]?.bytes)
    }
    const bytes = await used()
    expect(bytes).toBeGreaterThan(1000)
    // Leave too little space for another image of the same size.
    await server.db
      .updateTable('usage')
      .set({ bytes: 1e9 - 10 })
      .where('user_id', '=', link.owner.id)
      .execute()
    const refused = await build.anUpload({ link })
    expect([refused.status, refused.body.code]).toEqual([403, 'STORAGE_LIMIT_REACHED'])
    await server.del(`/api/images/${body.data._id}?forever=true`, undefined, { token: link.owner.token })
    expect(await used()).toBe(1e9 - 10 - bytes)
    expect((await build.anUpload({ link })).status).toBe(201)

    await server.del(`/api/links/${link._id}?forever=true`, undefined, { token: link.owner.token })
    expect(await used()).toBe(1e9 - 10 - bytes)
  })

  test('include a file size limit, which the public config shows', async () => {
    const link = await build.aLink()
    const padded = async (size: number) => {
      const jpeg = await aSmallJpeg()
      return Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])
    }
    expect((await server.get('/api/config')).body.data.fileLimitMb).toBe(12)
    expect((await build.anUpload({ link, bytes: await padded(12 * mega) })).status).toBe(201)
    const { status, body } = await build.anUpload({ link, bytes: await padded(12 * mega + 1) })
    expect([status, body.error]).toEqual([413, '"photo.jpg" is too large. The limit is 12 MB.'])
  })
})
