import { describe, expect, test } from 'vitest'
import type { OwnChoice } from '#shared/choices.ts'
import type { Person } from '#test/support/builders.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import type { Answer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { setPassword, unlock, invite, revoke, enter } = createLinkAccess(server)

type Options = Parameters<typeof server.get>[1]
type TestLink = { _id: string; slug: string; owner: Person; ids: string[] }

async function aChoosingLink(fields: object = {}, pictures = 4): Promise<TestLink> {
  const link = await build.aLink({ choosing: 'on', ...fields })
  return { ...link, ids: await build.imageRows(link, pictures) }
}

const at = ({ ids }: TestLink, n: number) => ids[n] ?? ''
const put = (imageId: string, body: object, options?: Options) =>
  server.put(`/api/images/${imageId}/choice`, body, options)
const heart = (link: TestLink, n: number, options?: Options) => put(at(link, n), { chosen: true }, options)
const read = (link: TestLink, options?: Options) => server.get(`/api/links/slug/${link.slug}/choice`, options)
const send = (link: TestLink, options?: Options, words: object = { name: 'Lena Brandt' }) =>
  server.post(`/api/links/slug/${link.slug}/choice/send`, words, options)
const ask = (link: TestLink, options?: Options) =>
  server.post(`/api/links/slug/${link.slug}/choice/ask`, { message: 'One more, please' }, options)
const asOwner = ({ owner }: TestLink) => ({ token: owner.token })
const list = async (link: TestLink) => (await server.get(`/api/links/${link._id}/choices`, asOwner(link))).body.data
const chosenIn = (answer: Answer) => (answer.body.data as OwnChoice).imageIds

/** Creates a guest who has picked the first image. */
async function aGuest(link: TestLink) {
  const { body, headers } = await heart(link, 0)
  return { ...withPass(body.data.pass), setCookie: headers['set-cookie'] }
}

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

describe('sending', () => {
  test('locks the list and shows the owner the name, email address and message', async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    await put(at(link, 2), { chosen: true, note: 'A little darker' }, guest)
    const words = { name: ' Lena  Brandt ', email: 'Lena@Example.org', message: 'We love them' }
    const sent = await send(link, guest, words)
    expect(sent.body.data).toMatchObject({ state: 'sent', sentAt: expect.stringMatching(/Z$/), name: 'Lena Brandt' })
    for (const answer of [
      await heart(link, 1, guest),
      await put(at(link, 0), { chosen: false }, guest),
      await send(link, guest),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'CHOICE_SENT'])
    }
    const [choice] = await list(link)
    expect(choice).toEqual({
      _id: expect.any(String),
      guest: { name: 'Lena Brandt', email: 'lena@example.org', invitation: null },
      ...{ state: 'sent', sentAt: sent.body.data.sentAt, askedAt: null, message: 'We love them' },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
      ...{ imageIds: [at(link, 0), at(link, 2)], notes: { [at(link, 2)]: 'A little darker' } },
    })
  })

  test('requires a favorite and a name', async () => {
    const link = await aChoosingLink()
    expect((await send(link)).status).toBe(400)
    const guest = await aGuest(link)
    expect((await send(link, guest, {})).body.fields).toEqual({ name: 'Name is required' })
    await put(at(link, 0), { chosen: false }, guest)
    expect((await send(link, guest)).body.fields).toEqual({
      imageIds: 'Pick at least one favorite before sending',
    })
    expect(await list(link)).toEqual([])
  })

  test('succeeds only once for concurrent requests', async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(link, guest)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('can be followed by at most three change requests a day, and the owner can reopen the list', async () => {
    const link = await aChoosingLink()
    const guest = await aGuest(link)
    expect((await ask(link, guest)).status).toBe(400)
    await send(link, guest)
    expect((await read(link, guest)).body.data.askedAt).toBe(null)
    for (const status of [202, 202, 202, 429]) expect((await ask(link, guest)).status).toBe(status)
    const [choice] = await list(link)
    expect(choice.askedAt).toMatch(/Z$/)
    await server.post(`/api/choices/${choice._id}/reopen`, undefined, asOwner(link))
    const reopened = (await heart(link, 1, guest)).body.data
    expect(reopened).toMatchObject({ state: 'open', sentAt: choice.sentAt, askedAt: null, name: 'Lena Brandt' })
    expect((await send(link, guest)).body.data.state).toBe('sent')
  })
})

test("the owner's activity shows sent favorites and change requests until the list is deleted", async () => {
  const link = await aChoosingLink()
  const guest = await aGuest(link)
  await send(link, guest, { name: 'Lena', message: 'We love them' })
  await ask(link, guest)
  const events = async () => (await server.get('/api/activity', asOwner(link))).body.data
  const [choice] = await list(link)
  expect(await events()).toMatchObject([
    { kind: 'request', choiceId: choice._id, name: 'Lena', text: 'One more, please', isWaiting: true },
    { kind: 'choice', choiceId: choice._id, name: 'Lena', text: 'We love them', isWaiting: false },
  ])
  await server.post(`/api/choices/${choice._id}/reopen`, undefined, asOwner(link))
  expect(await events()).toMatchObject([{ isWaiting: false }, { isWaiting: false }])
  await server.del(`/api/choices/${choice._id}`, undefined, asOwner(link))
  expect(await events()).toEqual([])
})

describe('deletion', () => {
  const countRows = async () => {
    const count = async (table: 'choices' | 'choice_images' | 'guests') =>
      Number(
        (
          await server.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    return { guests: await count('guests'), choices: await count('choices'), images: await count('choice_images') }
  }

  test('a deleted or moved image leaves the list and frees its slot', async () => {
    const link = await aChoosingLink({ choiceLimit: 2 })
    const other = await build.aLink({ owner: link.owner })
    const guest = await aGuest(link)
    await heart(link, 1, guest)
    await server.del(`/api/images/${at(link, 0)}?forever=true`, undefined, asOwner(link))
    const move = (linkId: string, imageIds: string[]) =>
      server.post('/api/images/bulk', { action: 'move', imageIds, linkId }, asOwner(link))
    await move(other._id, [at(link, 1)])
    expect(chosenIn(await read(link, guest))).toEqual([])
    await move(link._id, [at(link, 1)])
    expect(chosenIn(await heart(link, 2, guest))).toEqual([at(link, 2)])
    await heart(link, 3, guest)
    expect((await heart(link, 1, guest)).body.code).toBe('CHOICE_LIMIT')
  })

  test('a guest whose list was deleted can start over', async () => {
    const link = await aChoosingLink()
    const before = await countRows()
    const guest = await aGuest(link)
    await send(link, guest)
    const [choice] = await list(link)
    expect((await server.del(`/api/choices/${choice._id}`, undefined, asOwner(link))).status).toBe(200)
    expect(await list(link)).toEqual([])
    expect(await countRows()).toEqual({ ...before, guests: before.guests + 1 })
    const again = await heart(link, 1, guest)
    expect(again.body.data).toMatchObject({ imageIds: [at(link, 1)], state: 'open', name: '' })
  })

  test("lists are deleted with the link, its owner's account or the visitor's account", async () => {
    const before = await countRows()
    const link = await aChoosingLink()
    await send(link, await aGuest(link))
    await server.del(`/api/links/${link._id}?forever=true`, undefined, asOwner(link))
    await waitForRemovals(server)
    expect(await countRows()).toEqual(before)

    const next = await aChoosingLink()
    await aGuest(next)
    const visitor = await build.aUser()
    await heart(next, 0, { token: visitor.token })
    expect(await list(next)).toHaveLength(2)
    const close = ({ token, password }: Person) => server.del('/api/auth/deleteaccount', { password }, { token })
    await close(visitor)
    await waitForRemovals(server)
    expect(await list(next)).toHaveLength(1)
    await close(next.owner)
    await waitForRemovals(server)
    expect(await countRows()).toEqual(before)
  })
})
