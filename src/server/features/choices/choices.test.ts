import { describe, expect, test } from 'vitest'
import type { OwnChoice } from '#shared/choices.ts'
import { asOwner } from '#test/support/builders.ts'
import { at, createChoices } from '#test/support/choices.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import type { Answer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { aChoosingLink, aGuest, heart, list, put, read, send } = createChoices(server)
const { setPassword, unlock, invite, revoke, enter } = createLinkAccess(server)

type Options = Parameters<typeof server.get>[1]

const chosenIn = (answer: Answer) => (answer.body.data as OwnChoice).imageIds

describe('picking favorites', () => {
  test('creates a guest and a cookie only with the first favorite', async () => {
    const link = await aChoosingLink()
    const before = await read(link)
    expect(before.headers['set-cookie']).toBe(undefined)
    expect(before.body.data).toEqual({
      ...{ imageIds: [], notes: {}, limit: null, state: 'open', sentAt: null, askedAt: null, name: '' },
    })
    expect((await put(at(link, 0), { chosen: false })).headers['set-cookie']).toBe(undefined)
    expect(await list(link)).toEqual([])

    const first = await heart(link, 1)
    const { pass } = first.body.data
    expect(first.headers['set-cookie']).toBe(`framelight_pass=${pass}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`)
    const second = await heart(link, 0, withPass(pass))
    expect(second.headers['set-cookie']).toBe(undefined)
    expect(chosenIn(second)).toEqual([at(link, 0), at(link, 1)])
    expect(chosenIn(await read(link, { headers: { 'x-framelight-pass': pass } }))).toEqual(chosenIn(second))
    expect((await read(link)).body.data.imageIds).toEqual([])
  })

  test("depends on the link's setting and the invitation's rights", async () => {
    const off = await aChoosingLink({ choosing: 'off' })
    for (const options of [undefined, asOwner(off)]) {
      for (const answer of [await heart(off, 0, options), await read(off, options), await send(off, options)]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'CHOOSING_OFF'])
      }
    }
    const invited = await enter(await invite(off, { rights: { choose: true } }))
    expect((await heart(off, 0, withPass(invited.pass))).status).toBe(200)
    const shown = async (options?: Options) =>
      (await server.get(`/api/links/slug/${off.slug}`, options)).body.data.choosing
    expect([await shown(), await shown(withPass(invited.pass)), await shown(asOwner(off))]).toEqual([
      'off',
      'on',
      'off',
    ])

    const on = await aChoosingLink({ choiceLimit: 20 })
    const notThem = await enter(await invite(on, { rights: { choose: false } }))
    expect((await heart(on, 0, withPass(notThem.pass))).body.code).toBe('CHOOSING_OFF')
    const { body } = await server.get(`/api/links/slug/${on.slug}`)
    expect(body.data).toMatchObject({ choosing: 'on', choiceLimit: 20 })
  })

  test('keeps a note until the note or its favorite is removed', async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    await put(at(link, 1), { chosen: true, note: ' For the cover ' }, guest)
    const again = await heart(link, 1, guest)
    expect(again.body.data.notes).toEqual({ [at(link, 1)]: 'For the cover' })
    const taken = await put(at(link, 1), { chosen: false, note: 'Or not' }, guest)
    expect(taken.body.data).toMatchObject({ imageIds: [at(link, 0)], notes: {} })
    expect((await heart(link, 1, guest)).body.data.notes).toEqual({})
    const cleared = await put(at(link, 0), { chosen: true, note: '' }, guest)
    expect(cleared.body.data.notes).toEqual({})
    const long = await put(at(link, 0), { chosen: true, note: 'x'.repeat(501) }, guest)
    expect(long.body.fields).toEqual({ note: 'Note cannot be more than 500 characters' })
  })

  test("stops at the limit, and lowering the limit doesn't remove favorites", async () => {
    const link = await aChoosingLink({ choiceLimit: 2 })
    const guest = await aGuest(link)
    await heart(link, 1, guest)
    const over = await heart(link, 2, guest)
    expect([over.status, over.body.code]).toEqual([403, 'CHOICE_LIMIT'])
    expect((await heart(link, 1, guest)).status).toBe(200)
    await server.put(`/api/links/${link._id}`, { choiceLimit: 1 }, asOwner(link))
    expect((await read(link, guest)).body.data).toMatchObject({ imageIds: [at(link, 0), at(link, 1)], limit: 1 })
    await put(at(link, 1), { chosen: false }, guest)
    expect((await heart(link, 2, guest)).body.code).toBe('CHOICE_LIMIT')
  })

  test('stops exactly at the limit with 64 concurrent favorites', async () => {
    for (let round = 0; round < 2; round++) {
      const link = await aChoosingLink({ choiceLimit: 5 }, 68)
      const guest = await aGuest(link)
      for (const n of [1, 2, 3]) await heart(link, n, guest)
      const answers = await Promise.all(link.ids.slice(4).map((id) => put(id, { chosen: true }, guest)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'CHOICE_LIMIT')).toHaveLength(63)
      expect(chosenIn(await read(link, guest))).toHaveLength(5)
    }
  })

  test('creates one list for concurrent first favorites with the same pass', async () => {
    const link = await aChoosingLink({ password: 'four words of ours' })
    const unlocked = withPass((await unlock(link, 'four words of ours')).body.data.pass)
    const invited = withPass((await enter(await invite(link))).pass)
    for (const holder of [unlocked, invited]) {
      await Promise.all([0, 1, 2, 3].map((n) => heart(link, n, holder)))
      expect(chosenIn(await read(link, holder))).toEqual(link.ids)
    }
    expect(await list(link)).toHaveLength(2)
  })

  test('is limited to 200 new guests from one network', async () => {
    const link = await aChoosingLink()
    const from = build.anAddress()
    expect((await heart(link, 0, { from })).status).toBe(200)
    await server.db.updateTable('rate_limits').set({ count: 199 }).execute()
    expect((await heart(link, 0, { from })).status).toBe(200)
    expect((await heart(link, 0, { from })).status).toBe(429)
    expect((await heart(link, 0, { from: build.anAddress() })).status).toBe(200)
  })
})

test.each([0, 751, 1.5, '3'])('a favorites limit of %j is rejected', async (choiceLimit) => {
  const link = await build.aLink()
  const { body } = await server.put(`/api/links/${link._id}`, { choiceLimit }, { token: link.owner.token })
  expect(Object.keys(body.fields)).toEqual(['choiceLimit'])
})

describe('ownership of favorites', () => {
  test("all devices of an invitation share one list under the invitation's name", async () => {
    const link = await aChoosingLink()
    const invitation = await invite(link)
    const [phone, desk] = [await enter(invitation), await enter(invitation)]
    await heart(link, 0, withPass(phone.pass))
    await heart(link, 1, withPass(desk.pass))
    expect(chosenIn(await read(link, withPass(phone.pass)))).toHaveLength(2)
    expect(await list(link)).toMatchObject([{ guest: { name: 'Anna & Tom', invitation: invitation._id } }])
  })

  test('a guest keeps their list after a password change or an invitation', async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    await setPassword(link, 'four words of ours')
    const unlocked = await unlock(link, 'four words of ours', undefined, guest.headers)
    const passed = withPass(String(unlocked.headers['set-cookie']).split(/[=;]/)[1] ?? '')
    expect(chosenIn(await read(link, passed))).toEqual([at(link, 0)])
    await setPassword(link, 'four other words')
    const again = await unlock(link, 'four other words', undefined, passed.headers)
    const kept = withPass(again.body.data.pass)
    expect(chosenIn(await heart(link, 1, kept))).toEqual([at(link, 0), at(link, 1)])
    const invitation = await invite(link)
    const entered = withPass((await enter(invitation, kept.headers)).pass)
    expect(chosenIn(await heart(link, 2, entered))).toHaveLength(3)
    const elsewhere = withPass((await enter(invitation)).pass)
    expect(chosenIn(await read(link, elsewhere))).toHaveLength(3)
    expect(await list(link)).toHaveLength(1)
    await setPassword(link, null)
    await revoke(link, invitation._id)
    expect(chosenIn(await read(link, entered))).toHaveLength(3)
  })

  test("a pass that only identifies a guest doesn't open a locked or private link", async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    await setPassword(link, 'four words of ours')
    expect((await read(link, guest)).body.code).toBe('PASSWORD_REQUIRED')
    await server.put(`/api/links/${link._id}`, { isPrivate: true }, asOwner(link))
    expect((await heart(link, 1, guest)).body.code).toBe('LINK_PRIVATE')
  })

  test("a signed-in user's list belongs to their account", async () => {
    const link = await aChoosingLink()
    const { token } = await build.aUser({ name: 'Mary Somerville' })
    expect((await heart(link, 0, { token })).headers['set-cookie']).toBe(undefined)
    expect(chosenIn(await read(link, { token: await build.aSession({ id: (await me(token)).id }) }))).toEqual([
      at(link, 0),
    ])
    expect(await list(link)).toMatchObject([{ guest: { name: 'Mary Somerville', email: null, invitation: null } }])
  })

  const me = async (token: string) => (await server.get('/api/auth/me', { token })).body.data
})
