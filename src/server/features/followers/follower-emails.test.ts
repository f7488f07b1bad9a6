import { describe, expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { createFollowers } from '#test/support/followers.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, withPass } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(server)
const { aFollower, aPicture, change, mailsTo, signedIn, tomorrowMorning } = createFollowers(server)

type Followed = Awaited<ReturnType<typeof build.aLink>>

const expire = (link: Followed) =>
  server.db
    .updateTable('links')
    .set({ expires_at: new Date(server.clock.now().getTime() + hours(1)).toISOString() })
    .where('id', '=', link._id)
    .execute()

describe('new images', () => {
  test('are announced in one email a day, with List-Unsubscribe headers', async () => {
    const link = await build.aLink({ title: 'A Year Outside' })
    await aPicture(link, 'There before')
    const { email, path } = await aFollower(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)

    for (const title of ['The jetty', 'Two', 'Three', 'Four']) await aPicture(link, title)
    await server.services.followers.sendDigests()
    expect(await mailsTo(email)).toHaveLength(1)
    await tomorrowMorning()
    await server.services.followers.sendDigests()
    const [, mail = '', ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toContain('Subject: 4 new photos in A Year Outside')
    expect(mail).toContain('alt="The jetty"')
    expect(mail.match(/<img/g)).toHaveLength(3)
    expect(mail).not.toContain('There before')
    const head = mail.split('\r\n\r\n')[0]?.replaceAll('\r\n ', ' ')
    expect(head).toContain(`List-Unsubscribe: <http://photos.test${path}/leave>`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  test('are embedded with URLs that stop working when the gallery becomes private', async () => {
    const link = await build.aLink()
    const { email } = await aFollower(link)
    await aPicture(link)
    await tomorrowMorning()
    const [, mail = ''] = await mailsTo(email)
    const picture = /src="http:\/\/photos\.test(\/media\/[^"]+)"/.exec(mail)?.[1] ?? ''
    expect((await server.get(picture)).status).toBe(200)
    await change(link, { isPrivate: true })
    expect((await server.get(picture)).status).toBe(403)
  })

  test('are announced but not shown if the gallery requires a password or an invitation', async () => {
    const locked = await build.aLink({ password: 'four words of ours' })
    const hidden = await build.aLink({ isPrivate: true })
    const { pass } = (await access.unlock(locked, 'four words of ours')).body.data
    const invited = await access.enter(await access.invite(hidden))
    const one = await aFollower(locked, withPass(pass))
    const other = await aFollower(hidden, withPass(invited.pass))
    await aPicture(locked)
    await aPicture(hidden)
    await tomorrowMorning()
    for (const { email, path } of [one, other]) {
      const [, mail = ''] = await mailsTo(email)
      expect(mail).toContain('1 new photo in')
      expect(mail).not.toContain('<img')
      expect(mail).not.toContain('/media/')
      expect((await server.get(`/api${path}`)).body.data.link.coverUrl).toBeNull()
    }
  })

  test.each([
    ['made private', (link: Followed) => change(link, { isPrivate: true })],
    ['given a password', (link: Followed) => change(link, { password: 'four words of ours' })],
    ['left to expire', (link: Followed) => expire(link)],
  ])("aren't announced to followers of a gallery that was %s", async (_, close) => {
    const link = await build.aLink({ title: 'Nobody else may read this' })
    const { email, path } = await aFollower(link)
    await aPicture(link)
    await close(link)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
    const shown = await server.get(`/api${path}`)
    expect(shown.body.data.link).toBeNull()
    expect(JSON.stringify(shown.body)).not.toContain('Nobody else')
  })

  test('counts only the photos in the sections that the follower can see', async () => {
    const link = await build.aLink({ isPrivate: true })
    const aSection = async (title: string): Promise<string> => {
      const { owner } = await signedIn(link)
      return (await server.post(`/api/links/${link._id}/sections`, { title }, { token: owner.token })).body.data._id
    }
    const [coast, south] = [await aSection('Coast'), await aSection('South')]
    const { pass } = await access.enter(await access.invite(link, { sections: [coast] }))
    const { email } = await aFollower(link, withPass(pass))
    const addIn = async (sectionId: string) => build.anImage({ link: await signedIn(link), fields: { sectionId } })
    await addIn(south)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
    for (const sectionId of [south, coast]) await addIn(sectionId)
    await tomorrowMorning()
    expect((await mailsTo(email)).at(-1)).toContain('1 new photo in')
  })

  test("aren't announced after the follower's invitation is revoked", async () => {
    const link = await build.aLink({ isPrivate: true })
    const invitation = await access.invite(link)
    const { email } = await aFollower(link, withPass((await access.enter(invitation)).pass))
    await aPicture(link)
    await access.revoke(link, invitation._id)
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test("aren't announced if they've been deleted", async () => {
    const link = await build.aLink()
    const { email } = await aFollower(link)
    const image = await aPicture(link)
    await server.del(`/api/images/${image._id}?forever=true`, undefined, { token: link.owner.token })
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('are announced after the gallery is restored from the trash', async () => {
    const link = await build.aLink()
    const { email } = await aFollower(link)
    const image = await aPicture(link)
    await server.del(`/api/links/${link._id}`, undefined, { token: link.owner.token })
    await tomorrowMorning()
    expect(await mailsTo(email)).toHaveLength(1)
    const { owner } = await signedIn(link)
    await server.post('/api/trash/restore', { linkIds: [link._id] }, { token: owner.token })
    await tomorrowMorning()
    expect((await mailsTo(email)).at(-1)).toContain(image._id)
  })
})

test("followers hear of guests' images when they're approved, and of none before the reveal", async () => {
  const { aCollectingLink, aGuest } = createGuestUploads(server)
  const link = await aCollectingLink({ owner: await build.aUser() })
  const { email } = await aFollower(link)
  const { image } = await aGuest(link)
  await tomorrowMorning()
  expect(await mailsTo(email)).toHaveLength(1)
  const approve = async () => {
    const { owner } = await signedIn(link)
    const body = { until: server.clock.now().toISOString() }
    return server.post(`/api/links/${link._id}/guest-uploads/approve`, body, { token: owner.token })
  }
  await approve()
  await tomorrowMorning()
  const [, news = ''] = await mailsTo(email)
  expect(news).toContain(image._id)

  await change(link, { visitorsSee: 'own' })
  const { image: later } = await aGuest(link)
  await approve()
  await tomorrowMorning()
  await tomorrowMorning()
  expect(await mailsTo(email)).toHaveLength(2)
  await change(link, { visitorsSee: 'all' })
  await tomorrowMorning()
  const [, , last = ''] = await mailsTo(email)
  expect(last).toContain(later._id)
  expect(last).not.toContain(image._id)
})
