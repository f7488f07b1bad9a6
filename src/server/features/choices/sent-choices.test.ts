import { describe, expect, test } from 'vitest'
import type { OwnChoice } from '#shared/choices.ts'
import { asOwner, type Person } from '#test/support/builders.ts'
import { at, createChoices } from '#test/support/choices.ts'
import { waitForRemovals } from '#test/support/removals.ts'
import type { Answer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { aChoosingLink, aGuest, ask, heart, list, put, read, send } = createChoices(server)

const chosenIn = (answer: Answer) => (answer.body.data as OwnChoice).imageIds

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
