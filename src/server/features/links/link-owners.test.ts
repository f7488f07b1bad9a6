// @engine sqlite
import { describe, expect, test } from 'vitest'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'plus' })

const nameOf = async (path: string, token?: string) => (await server.get(path, token ? { token } : {})).body.data.owner

describe('the owner name of a link', () => {
  test('is shown to visitors and to the owner', async () => {
    const link = await build.aLink()
    const { token, name } = link.owner
    const places = [`/api/links/slug/${link.slug}`, `/api/links/${link._id}`]
    for (const path of places) expect([await nameOf(path), await nameOf(path, token)]).toEqual([{ name }, { name }])
    const lists = [await server.get('/api/links', { token }), await server.get('/api/links/public')]
    for (const { body } of lists) {
      expect(body.data.find(({ _id }: { _id: string }) => _id === link._id)).toMatchObject({
        owner: { name },
        opening: 'wall',
        branded: true,
      })
    }
    const changed = await server.put(`/api/links/${link._id}`, { title: 'Winter' }, { token })
    expect(changed.body.data).toMatchObject({ title: 'Winter', owner: { name } })
  })

  test('changes immediately with the gallery name, even in cached galleries', async () => {
    const { owner, ...link } = await build.aLink()
    const image = await build.anImage({ link: { ...link, owner } })
    const places = [`/api/links/slug/${link.slug}`, `/api/links/${link._id}`, `/api/images/${image._id}`]
    for (const galleryName of ['Studio Lovelace', '', 'Ada & Co']) {
      await server.put('/api/auth/updateprofile', { galleryName }, { token: owner.token })
      for (const path of places) expect(await nameOf(path)).toEqual({ name: galleryName })
    }
    const { body } = await server.get(`/api/images/${image._id}`)
    expect(body.data.user.name).toBe(owner.name)
  })

  test("can't be changed by other users or through the link", async () => {
    const link = await build.aLink()
    const { token, name } = link.owner
    await server.put('/api/auth/updateprofile', { galleryName: 'Somebody' }, { token: (await build.aUser()).token })
    const change = { owner: { name: 'Forged' }, branded: false }
    const { status, body } = await server.put(`/api/links/${link._id}`, change, { token })
    expect([status, body.data.owner, body.data.branded]).toEqual([200, { name }, true])
  })
})

describe('the first screen of a link', () => {
  test('can be set and changed, and is kept by updates that omit it or are invalid', async () => {
    const owner = await build.aUser()
    const made = await server.post('/api/links', { title: 'Summer', opening: 'cover' }, { token: owner.token })
    expect([made.status, made.body.data.opening]).toEqual([201, 'cover'])
    const change = async (fields: object) =>
      (await server.put(`/api/links/${made.body.data._id}`, fields, { token: owner.token })).body.data?.opening
    expect(await change({ title: 'Winter' })).toBe('cover')
    expect(await change({ opening: 'wall' })).toBe('wall')
    expect((await server.get(`/api/links/slug/${made.body.data.slug}`)).body.data.opening).toBe('wall')
    expect(await change({ opening: 'door' })).toBeUndefined()
    expect((await server.get(`/api/links/slug/${made.body.data.slug}`)).body.data.opening).toBe('wall')
  })
})
