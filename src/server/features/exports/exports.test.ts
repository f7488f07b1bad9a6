import { expect, test, vi } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { exportedAccount } from '#shared/export-format.ts'
import type { Person } from '#test/support/builders.ts'
import { createExports } from '#test/support/exports.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { aPicture } from '#test/support/pictures.ts'
import { useServer } from '#test/support/use-server.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { ask, addressesFor, exportOf } = createExports(server)
const access = createLinkAccess(server)
const password = 'four words of ours'

const stateOf = async ({ token }: Person) => (await server.get('/api/auth/export', { token })).body.data

const statusOf = async (address: string) => [
  (await server.get(address)).status,
  (await server.get(`/api${address}`)).status,
]

test("an export contains the original files and the account's data, but no password or session token", async () => {
  const words = { title: 'A Year Outside', description: 'Twelve months' }
  const link = await build.aLink({ ...words, password, choosing: 'on', choiceLimit: 20 })
  const { owner } = link
  const originals = [await aPicture({ seed: 1 }).jpeg().toBuffer(), await aPicture({ seed: 2 }).png().toBuffer()]
  const fields = { title: 'Dunes at seven', description: 'Before the wind' }
  const first = await build.anImage({ link, bytes: originals[0] as Buffer, fields })
  const section = await server.post(`/api/links/${link._id}/sections`, { title: 'South' }, { token: owner.token })
  const sectionId = section.body.data._id
  await build.anImage({ link, bytes: originals[1] as Buffer, fields: { sectionId } })
  await server.put(`/api/images/${first._id}`, { coverFocus: { x: 0.25, y: 0.75 } }, { token: owner.token })
  await server.post(`/api/comments/image/${first._id}`, { content: 'My own words' }, { token: owner.token })
  await access.invite(link, {
    name: 'Grandma',
    email: 'grandma@example.com',
    rights: { comment: false },
    sections: [sectionId],
  })
  const lena = withPass((await access.unlock(link, password)).body.data.pass)
  await server.put(`/api/images/${first._id}/choice`, { chosen: true, note: 'For the cover' }, lena)
  await server.post(`/api/links/slug/${link.slug}/choice/send`, { name: 'Lena', email: 'lena@example.com' }, lena)
  await server.put('/api/auth/notifications', { comments: 'off' }, { token: owner.token })
  const hook = { url: 'https://hooks.example.com/a-token', events: ['choice.sent'], links: [link._id] }
  const { secret: hookSecret } = (await server.post('/api/auth/webhooks', hook, { token: owner.token })).body.data
  const elsewhere = await build.aComment({ author: owner, content: 'Said to somebody else' })
  await build.aLink({ owner, title: 'Empty', isPrivate: true })

  const asked = await ask(owner)
  expect([asked.status, asked.body.data]).toEqual([202, await stateOf(owner)])
  const [address = ''] = await addressesFor(owner, 1)
  const page = await server.get(address)
  expect([page.status, page.body.includes(`action="/api${address}"`)]).toEqual([200, true])

  const answer = await server.app.inject(`/api${address}`)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename=framelight-[\d-]+\.zip$/),
  })
  const [description, ...pictures] = readZip(answer.rawPayload)
  expect(pictures.map(({ name }) => name)).toEqual([
    `pictures/${link.slug}/photo.jpg`,
    `pictures/${link.slug}/photo.png`,
  ])
  expect(pictures.map(({ body }, n) => body.equals(originals[n] as Buffer))).toEqual([true, true])

  const text = description?.body.toString() ?? ''
  const manifest = exportedAccount.parse(JSON.parse(text))
  expect(manifest).toMatchObject({
    account: {
      ...{ name: owner.name, email: owner.email, notifications: { comments: 'off', choices: 'now' } },
      webhooks: [{ name: 'hooks.example.com', createdAt: expect.any(String) }],
    },
    links: [
      {
        ...words,
        slug: link.slug,
        hasPassword: true,
        choosing: 'on',
        choiceLimit: 20,
        choices: [
          {
            ...{ name: 'Lena', email: 'lena@example.com', isSent: true },
            images: [{ imageId: first._id, note: 'For the cover' }],
          },
        ],
        sections: [{ _id: sectionId, title: 'South', text: '', anchor: 'south' }],
        invitations: [
          {
            ...{ name: 'Grandma', email: 'grandma@example.com', rights: { download: null, comment: false } },
            sections: [sectionId],
          },
        ],
        images: [
          {
            ...fields,
            file: `pictures/${link.slug}/photo.jpg`,
            isCover: true,
            sectionId: null,
            coverFocus: { x: 0.25, y: 0.75 },
            comments: [{ name: owner.name, content: 'My own words' }],
          },
          { title: '', isCover: false, sectionId, comments: [] },
        ],
      },
      { title: 'Empty', isPrivate: true, images: [] },
    ],
    comments: [{ content: 'Said to somebody else' }],
  })
  const { password_hash: hash } = await server.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  for (const secret of [hash, owner.token, elsewhere.author.password, hookSecret, 'a-token']) {
    expect(text).not.toContain(secret)
  }
})

test("an export's URL expires after seven days", async () => {
  const person = await build.aUser()
  const address = await exportOf(person)
  server.clock.advance(days(7) - 60_000)
  expect(await statusOf(address)).toEqual([200, 200])
  server.clock.advance(60_000)
  expect([await statusOf(address), await stateOf({ ...person, token: await build.aSession(person) })]).toEqual([
    [404, 404],
    null,
  ])
  await server.services.exports.removeExpired()
  expect(await server.db.selectFrom('exports').select('id').where('user_id', '=', person.id).execute()).toEqual([])
})

test("an export's URL returns 404 if it's altered, if a newer one exists or if the account is deleted", async () => {
  const person = await build.aUser()
  const first = await exportOf(person)
  expect(await statusOf(first)).toEqual([200, 200])
  const id = first.split('/')[2]?.split('.')[0]
  expect(await statusOf(`/exports/${id}`)).toEqual([404, 404])
  expect(await statusOf(`/exports/${id}.${'A'.repeat(43)}`)).toEqual([404, 404])

  await ask(person)
  const second = (await addressesFor(person, 2)).find((address) => address !== first) ?? ''
  expect([await statusOf(first), await statusOf(second)]).toEqual([
    [404, 404],
    [200, 200],
  ])
  await server.del('/api/auth/deleteaccount', { password: person.password }, { token: person.token })
  expect(await statusOf(second)).toEqual([404, 404])
})

test('deleting an account aborts its export downloads', async () => {
  const { owner } = await build.anImage()
  const token = (await exportOf(owner)).split('/')[2] ?? ''
  const stream = await server.services.exports.open(token)
  const broken = new Promise((resolve) => stream.once('error', resolve))
  await server.del('/api/auth/deleteaccount', { password: owner.password }, { token: owner.token })
  expect(await broken).toMatchObject({ code: 'NOT_FOUND' })
})

test('disabling an account blocks its exports and aborts downloads in progress', async () => {
  const { owner } = await build.anImage()
  const address = await exportOf(owner)
  const stream = await server.services.exports.open(address.split('/')[2] ?? '')
  const broken = new Promise((resolve) => stream.once('error', resolve))
  const disabledAt = (at: string | null) =>
    server.db.updateTable('users').set({ disabled_at: at }).where('id', '=', owner.id).execute()

  await disabledAt(new Date().toISOString())
  expect(await broken).toMatchObject({ code: 'NOT_FOUND' })
  expect(await statusOf(address)).toEqual([404, 404])
  await disabledAt(null)
  expect(await statusOf(address)).toEqual([200, 200])
})

test('a HEAD request returns the headers without using a slot', async () => {
  const { owner } = await build.anImage()
  const address = await exportOf(owner)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.app.inject({ method: 'HEAD', url: `/api${address}` })),
  )
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(20).fill([200, '']))
  expect(answers[0]?.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename=framelight-[\d-]+\.zip$/),
  })
  expect((await server.app.inject({ method: 'HEAD', url: `/api${address}x` })).statusCode).toBe(404)
})

test('an account can use at most half of the download slots and request at most five exports a day', async () => {
  const person = await build.aUser()
  const token = (await exportOf(person)).split('/')[2] ?? ''
  const opened = await Promise.all(Array.from({ length: 4 }, () => server.services.exports.open(token)))
  const refused = await server.get(`/api/exports/${token}`)
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  const refusedPage = await server.get(`/api/exports/${token}`, { headers: { accept: 'text/html' } })
  expect([refusedPage.status, refusedPage.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  for (const stream of opened) stream.destroy()
  await vi.waitFor(async () => expect((await server.get(`/api/exports/${token}`)).status).toBe(200))

  const answers = []
  for (let n = 0; n < 5; n++) answers.push((await ask(person)).status)
  expect(answers).toEqual([202, 202, 202, 202, 429])
})

test('an export names the collaborators who added images', async () => {
  const link = await build.aLink()
  const ben = await build.aCollaborator({ owner: link.owner, role: 'uploader', link })
  await build.anUpload({ link: { ...link, owner: ben } })
  await build.anImage({ link })
  const { rawPayload } = await server.app.inject(`/api${await exportOf(link.owner)}`)
  const { links } = exportedAccount.parse(JSON.parse(String(readZip(rawPayload)[0]?.body)))
  const named = { addedBy: { name: 'Ben Second', isCollaborator: true } }
  expect(links[0]?.images).toMatchObject([named, { addedBy: null }])
})
