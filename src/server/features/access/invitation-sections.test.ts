import { describe, expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { previewAsHeader } from '#shared/passes.ts'
import type { Section } from '#shared/sections.ts'
import { createGuestUploads } from '#test/support/guest-uploads.ts'
import { createLinkAccess, endpointsOf, withPass } from '#test/support/link-access.ts'
import { allEmailsTo } from '#test/support/outbox.ts'
import { useServer } from '#test/support/use-server.ts'
import { useWebApp } from '#test/support/web-app.ts'
import { readZip } from '#test/support/zip-reader.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const { invite, enter, changeInvitation } = createLinkAccess(server)

/** A link with a photo outside of any section, two in `coast` and one in `south`. Anna is invited to the coast. */
async function arrange(fields: object = { isPrivate: true }) {
  const link = await build.aLink({ choosing: 'on', comments: 'guests', ...fields })
  const as = { token: link.owner.token }
  const aSection = async (title: string): Promise<Section> =>
    (await server.post(`/api/links/${link._id}/sections`, { title }, as)).body.data
  const [coast, south] = [await aSection('Coast'), await aSection('South')]
  const upload = (section?: Section) => build.anImage({ link, fields: section ? { sectionId: section._id } : {} })
  const images = {
    loose: await upload(),
    south: await upload(south),
    coast: await upload(coast),
    more: await upload(coast),
  }
  const anna = await invite(link, { sections: [coast._id] })
  const { pass } = await enter(anna)
  const move = (image: { _id: string }, section: Section) =>
    server.post('/api/images/bulk', { action: 'section', imageIds: [image._id], sectionId: section._id }, as)
  return { link, as, coast, south, images, anna, pass, move }
}

const shownTo = async (link: { slug: string }, pass: string) =>
  (await server.get(`/api/links/slug/${link.slug}`, withPass(pass))).body.data

describe('an invitation for sections', () => {
  test('shows their images only, in every list, count and cover', async () => {
    const { link, as, coast, images, pass } = await arrange()
    await server.put(`/api/images/${images.south._id}/set-cover`, {}, as)
    const shown = await shownTo(link, pass)
    expect(shown.images.map(({ _id }: Image) => _id)).toEqual([images.coast._id, images.more._id])
    expect(shown).toMatchObject({ imageCount: 2, coverImage: { _id: images.coast._id } })
    expect(shown.sections).toEqual([{ ...coast, imageCount: 2 }])
    const byId = await server.get(`/api/links/${link._id}`, withPass(pass))
    expect(byId.body.data).toEqual(shown)
    const listed = await server.get(`/api/links/${link._id}/images`, withPass(pass))
    expect(listed.body.data).toEqual(shown.images)
    const one = await server.get(`/api/images/${images.coast._id}`, withPass(pass))
    expect(one.body.data).toMatchObject({ isCoverImage: true, sectionId: coast._id })
    const page = await server.get(`/images/${images.coast._id}`, withPass(pass))
    expect(String(page.body)).not.toContain(images.loose._id)
  })

  test('hides everything else on every route', async () => {
    const { link, images, pass } = await arrange()
    for (const hidden of [images.loose, images.south]) {
      const { image, comments } = endpointsOf(link, hidden)
      const statuses = [
        await server.get(image, withPass(pass)),
        await server.post(`${image}/view`, {}, withPass(pass)),
        await server.get(comments, withPass(pass)),
        await server.post(comments, { content: 'Hello', name: 'Anna' }, withPass(pass)),
        await server.put(`${image}/choice`, { chosen: true }, withPass(pass)),
        await server.get(`/api/links/slug/${link.slug}/download?images=${hidden._id}`, withPass(pass)),
        await server.get(`/images/${hidden._id}`, withPass(pass)),
      ].map(({ status }) => status)
      expect(statuses).toEqual(statuses.map(() => 404))
    }
    const zip = await server.app.inject({ url: `/api/links/slug/${link.slug}/download`, ...withPass(pass) })
    expect(readZip(zip.rawPayload).map(({ name }) => name)).toEqual(['01 Coast/photo.jpg', '01 Coast/photo (2).jpg'])
  })

  test('loses an image that leaves its section, and its saved URLs, favorites and count', async () => {
    const { link, images, south, pass, move } = await arrange()
    const { body } = await server.get(`/api/images/${images.more._id}`, withPass(pass))
    const urls = [body.data.thumbnailUrl, body.data.imageUrl, body.data.url]
    await server.put(`/api/images/${images.more._id}/choice`, { chosen: true }, withPass(pass))
    const range = { headers: { range: 'bytes=0-9' } }
    for (const url of urls) expect((await server.get(url, range)).status).toBe(206)
    await move(images.more, south)
    for (const url of urls) {
      expect([(await server.get(url)).status, (await server.get(url, range)).status]).toEqual([404, 404])
    }
    expect(await shownTo(link, pass)).toMatchObject({ imageCount: 1, sections: [{ imageCount: 1 }] })
    const choice = await server.get(`/api/links/slug/${link.slug}/choice`, withPass(pass))
    expect(choice.body.data.imageIds).toEqual([])
  })

  test('counts only favorites that this person can see, and never sends more than the limit', async () => {
    const { link, as, images, south, pass, move } = await arrange({ isPrivate: true, choiceLimit: 1 })
    const choose = (image: { _id: string }) =>
      server.put(`/api/images/${image._id}/choice`, { chosen: true }, withPass(pass))
    const send = () => server.post(`/api/links/slug/${link.slug}/choice/send`, { name: 'Anna' }, withPass(pass))
    await choose(images.more)
    await move(images.more, south)
    expect((await send()).body.fields).toEqual({ imageIds: 'Pick at least one favorite before sending' })
    expect((await choose(images.coast)).body.data.imageIds).toEqual([images.coast._id])
    expect((await send()).status).toBe(200)
    const received = await server.get(`/api/links/${link._id}/choices`, as)
    expect(received.body.data).toMatchObject([{ imageIds: [images.coast._id] }])
  })

  test('keeps the favorite of an image that leaves its section and comes back', async () => {
    const { link, coast, images, south, pass, move } = await arrange({ isPrivate: true, choiceLimit: 1 })
    const choose = (image: { _id: string }) =>
      server.put(`/api/images/${image._id}/choice`, { chosen: true, note: 'Large' }, withPass(pass))
    await choose(images.more)
    await move(images.more, south)
    expect((await choose(images.coast)).body.data.imageIds).toEqual([images.coast._id])
    await move(images.more, coast)
    const { body } = await server.get(`/api/links/slug/${link.slug}/choice`, withPass(pass))
    expect(body.data).toMatchObject({
      imageIds: [images.coast._id, images.more._id],
      notes: { [images.more._id]: 'Large' },
    })
  })

  test('changes with the invitation, and ends with the section', async () => {
    const { link, as, coast, south, images, anna, pass } = await arrange()
    const seen = async () => (await shownTo(link, pass)).images.map(({ _id }: Image) => _id)
    const changed = await changeInvitation(link, anna._id, { sections: [south._id, south._id] })
    expect([changed.body.data.sections, await seen()]).toEqual([[south._id], [images.south._id]])
    await changeInvitation(link, anna._id, { sections: [south._id, coast._id] })
    await server.del(`/api/sections/${south._id}`, undefined, as)
    expect(await seen()).toEqual([images.coast._id, images.more._id])
    await server.del(`/api/sections/${coast._id}`, undefined, as)
    expect(await shownTo(link, pass)).toMatchObject({ images: [], imageCount: 0, coverImage: null, sections: [] })
    const { body } = await server.get(`/api/links/${link._id}/invitations`, as)
    expect(body.data[0].sections).toEqual([])
    await changeInvitation(link, anna._id, { sections: null })
    expect(await seen()).toHaveLength(4)
  })

  test('has no effect while the link is public', async () => {
    const { link, as, pass } = await arrange({ password: 'four words of ours' })
    expect((await shownTo(link, pass)).imageCount).toBe(2)
    await server.put(`/api/links/${link._id}`, { password: null }, as)
    expect((await shownTo(link, pass)).imageCount).toBe(4)
  })

  test('is emailed with the number and the cover of the images it shows', async () => {
    const { link, as, coast, south } = await arrange()
    const email = 'anna-of-the-coast@example.org'
    const invitation = await invite(link, { email, sections: [coast._id] })
    await server.post(`/api/invitations/${invitation._id}/send`, { message: '' }, as)
    const [mail = ''] = await allEmailsTo(server, /anna-of-the-coast/)
    expect(mail).toContain('2 photos')
    const cover = `${new URL(invitation.url).pathname}/cover.jpg`
    expect([mail.includes(cover), (await server.get(cover)).status]).toEqual([true, 200])
    const nothing = await invite(link, { sections: [south._id] })
    await server.del(`/api/sections/${south._id}`, undefined, as)
    expect((await server.get(`${new URL(nothing.url).pathname}/cover.jpg`)).status).toBe(404)
  })

  test("can't name a section of another link", async () => {
    const { link, anna } = await arrange()
    const other = await arrange()
    for (const sections of [[other.coast._id], ['unknown'], 'all']) {
      const answers = [
        await server.post(`/api/links/${link._id}/invitations`, { name: 'Bob', sections }, { token: link.owner.token }),
        await changeInvitation(link, anna._id, { sections }),
      ]
      expect(answers.map(({ status, body }) => [status, Object.keys(body.fields)[0]])).toEqual([
        [400, 'sections'],
        [400, 'sections'],
      ])
    }
  })

  test('looks the same to the owner who previews it', async () => {
    const { link, as, images, anna, pass } = await arrange()
    const asAnna = { ...as, headers: { [previewAsHeader]: anna._id } }
    const preview = (await server.get(`/api/links/slug/${link.slug}`, asAnna)).body.data
    const ids = ({ images: shown }: { images: Image[] }) => shown.map(({ _id }) => _id)
    expect(ids(preview)).toEqual(ids(await shownTo(link, pass)))
    expect((await server.get(`/api/images/${images.south._id}`, asAnna)).status).toBe(404)
  })

  test('lets its guest see the photos they added', async () => {
    const { link, pass } = await arrange({ isPrivate: true, guestUploads: 'invited', approveUploads: false })
    const { body } = await createGuestUploads(server).add(link, { pass })
    expect((await server.get(`/api/images/${body.data._id}`, withPass(pass))).status).toBe(200)
    expect((await shownTo(link, pass)).imageCount).toBe(2)
  })
})
