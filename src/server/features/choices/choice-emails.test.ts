// @engine sqlite
import { expect, test } from 'vitest'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { inEmailTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { invite, enter } = createLinkAccess(server)

const wholeMail = /([\s\S]+)/

async function mailOfChoice(fields: object, count: number) {
  const link = await build.aLink({ title: 'A Year Outside', choosing: 'on', ...fields })
  const ids: string[] = []
  for (let n = 1; n <= count; n++) ids.push((await build.anImage({ link, fields: { title: `Picture ${n}` } }))._id)
  const anna = withPass((await enter(await invite(link))).pass)
  for (const id of ids) await server.put(`/api/images/${id}/choice`, { chosen: true }, anna)
  await server.put(`/api/images/${ids[0]}/choice`, { chosen: true, note: 'For the cover' }, anna)
  const words = { name: 'Anna & Tom', message: 'We love them all' }
  expect((await server.post(`/api/links/slug/${link.slug}/choice/send`, words, anna)).status).toBe(200)
  const mail = (await inEmailTo(server, link.owner.email, wholeMail)).replaceAll('=3D', '=')
  return { link, mail }
}

test("the owner's email shows the count, the message, a note, six photos and a link to all favorites", async () => {
  const { link, mail } = await mailOfChoice({}, 7)
  expect(mail).toContain('Subject: Anna & Tom sent 7 favorites')
  expect(mail).toContain('From "A Year Outside", with 1 note.')
  expect(mail).toContain('> We love them all')
  expect(mail).toContain('> For the cover')
  expect(mail).toContain('And 1 more.')
  expect(mail).toContain(`View favorites: http://photos.test/links/${link._id}/choices`)
  const addresses = [...mail.matchAll(/<img src="http:\/\/photos\.test([^"]+)"/g)].map(([, address]) => address ?? '')
  expect(addresses).toHaveLength(6)
  expect((await server.get(addresses[0] ?? '')).status).toBe(200)
  await server.put(`/api/links/${link._id}`, { isPrivate: true }, { token: link.owner.token })
  expect((await server.get(addresses[0] ?? '')).status).toBe(403)
})

test.each([
  ['private', { isPrivate: true }],
  ['behind a password', { password: 'four words of ours' }],
])("emails about a gallery that's %s contain no photos", async (_, door) => {
  const { mail } = await mailOfChoice(door, 2)
  expect(mail).toContain('Subject: Anna & Tom sent 2 favorites')
  expect(mail).toContain('> For the cover')
  expect(mail).not.toContain('<img')
  expect(mail).not.toContain('/media/')
})
