// @engine sqlite
import { describe, expect, test } from 'vitest'
import { previewAsHeader } from '#shared/passes.ts'
import { createLinkAccess, endpointsOf, withPass } from '#test/support/link-access.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })
const { invite, enter, revoke, changeInvitation } = createLinkAccess(server)

const seenAs = (invitation: { _id: string }, { token }: { token: string }) => ({
  token,
  headers: { [previewAsHeader]: invitation._id },
})

/** Creates an invited guest who has commented and picked a favorite, which the link itself doesn't allow. */
async function arrange() {
  const link = await build.aLink({ isPrivate: true, allowDownloads: false, choosing: 'off', comments: 'off' })
  const image = await build.anImage({ link })
  const invitation = await invite(link, { rights: { download: true, comment: true, choose: true } })
  const { pass } = await enter(invitation)
  const words = { content: 'Lovely light', name: 'Anna' }
  await server.post(`/api/comments/image/${image._id}`, words, withPass(pass))
  await server.put(`/api/images/${image._id}/choice`, { chosen: true }, withPass(pass))
  const { zip, ...places } = { ...endpointsOf(link, image), choice: `/api/links/slug/${link.slug}/choice` }
  return { link, image, invitation, pass, places }
}

/** Replaces the signature in file URLs, because the owner's and the guest's signatures differ. */
const unsigned = (body: unknown) => JSON.stringify(body).replaceAll(/\?(?:pass|session)=[^"]+/g, '?signed')

describe('an owner previewing as an invited guest', () => {
  test('sees exactly what the guest sees', async () => {
    const { link, invitation, pass, places } = await arrange()
    for (const place of Object.values(places)) {
      const theirs = await server.get(place, withPass(pass))
      const seen = await server.get(place, seenAs(invitation, link.owner))
      expect([place, seen.status, unsigned(seen.body)]).toEqual([place, 200, unsigned(theirs.body)])
    }
    const own = await server.get(places.slug, { token: link.owner.token })
    expect(own.body.data).toMatchObject({ allowDownloads: false, choosing: 'off', comments: 'off' })
  })

  test('gets image URLs signed for their own session, not for a pass', async () => {
    const { link, invitation, places } = await arrange()
    const { body } = await server.get(places.image, seenAs(invitation, link.owner))
    expect(unsigned(body.data.url)).toContain('?signed')
    expect(body.data.url).toContain('?session=')
    expect((await server.get(body.data.url)).status).toBe(200)
    await server.post('/api/auth/logout', {}, { token: link.owner.token })
    server.clock.advance(1000)
    expect((await server.get(body.data.url)).status).toBe(403)
  })

  test("doesn't add to the invitation's visits or views", async () => {
    const { link, invitation, places } = await arrange()
    for (const place of Object.values(places)) await server.get(place, seenAs(invitation, link.owner))
    await server.post(`${places.slug}/visit`, {}, seenAs(invitation, link.owner))
    await server.post(`${places.image}/view`, {}, seenAs(invitation, link.owner))
    const { body } = await server.get(`/api/links/${link._id}/invitations`, { token: link.owner.token })
    expect(body.data).toMatchObject([{ visits: 0, views: 0, lastSeenAt: null }])
  })

  test("can't act for the guest", async () => {
    const { link, image, invitation, pass, places } = await arrange()
    const asThey = seenAs(invitation, link.owner)
    const [comment] = (await server.get(places.comments, withPass(pass))).body.data
    const refusals = [
      await server.post(places.comments, { content: 'As Anna', name: 'Anna' }, asThey),
      await server.put(`/api/comments/${comment._id}`, { content: 'Not her words' }, asThey),
      await server.del(`/api/comments/${comment._id}`, undefined, asThey),
      await server.put(`/api/images/${image._id}/choice`, { chosen: false }, asThey),
      await server.post(`${places.choice}/send`, { name: 'Anna' }, asThey),
      await server.post(`${places.slug}/follow`, { email: 'anna@example.org' }, asThey),
      await server.post(`${places.slug}/visit`, {}, asThey),
    ]
    expect(refusals.map(({ status, body }) => `${status} ${body.code}`)).toEqual(refusals.map(() => '403 FORBIDDEN'))
    expect((await server.get(places.comments, withPass(pass))).body.data).toEqual([comment])
    expect((await server.get(places.choice, withPass(pass))).body.data).toMatchObject({
      imageIds: [image._id],
      state: 'open',
    })
  })

  test('is denied access if the invitation is revoked or belongs to another link', async () => {
    const { link, invitation, places } = await arrange()
    const code = async (id = invitation) => (await server.get(places.slug, seenAs(id, link.owner))).body.code
    await revoke(link, invitation._id)
    expect(await code()).toBe('LINK_PRIVATE')
    await changeInvitation(link, invitation._id, { revoked: false })
    expect(await code()).toBeUndefined()
    expect(await code(await invite(await build.aLink({ owner: link.owner })))).toBe('NOT_FOUND')
  })
})

test('the preview header has no effect for anyone but the owner', async () => {
  const { link, image, invitation, places } = await arrange()
  const other = await build.aUser()
  expect((await server.get(places.slug, seenAs(invitation, other))).body.code).toBe('LINK_PRIVATE')
  expect((await server.get(places.slug, { headers: { [previewAsHeader]: invitation._id } })).body.code).toBe(
    'LINK_PRIVATE',
  )
  await server.put(`/api/links/${link._id}`, { isPrivate: false, comments: 'accounts' }, { token: link.owner.token })
  const { body } = await server.get(places.slug, seenAs(invitation, other))
  expect(body.data).toMatchObject({ allowDownloads: false, choosing: 'off', comments: 'accounts' })
  expect(body.data.images).toMatchObject([{ _id: image._id, url: null }])
})
