// @engine sqlite
import { describe, expect, test } from 'vitest'
import { asOwner, createBuilders } from '#test/support/builders.ts'
import { addressesOf, createFiles } from '#test/support/files.ts'
import { createOwnServer } from '#test/support/server.ts'
import { useServer } from '#test/support/use-server.ts'

const { server, build } = useServer({ defaultPlan: 'gold' })

const { aPrivateImage, changeLink, closes, fetchFile, inSeconds, readAs, statusOf } = createFiles(server)

describe('a saved URL of a public image stops working', () => {
  const saved = async (at = server) => {
    const image = await createBuilders(at).anImage()
    const addresses = addressesOf(image)
    // Request each file twice to fill the caches.
    for (const address of [...addresses, ...addresses]) expect(await statusOf(address, at)).toBe(200)
    return { ...image, addresses }
  }
  const answers = (addresses: string[], at = server) =>
    Promise.all(addresses.map(async (address) => (await fetchFile(address, { at })).code))

  test("when the link becomes private, and works again when it's public", async () => {
    const image = await saved()
    await changeLink(image, { isPrivate: true })
    expect(await answers(image.addresses)).toEqual(['LINK_PRIVATE', 'LINK_PRIVATE'])
    await changeLink(image, { isPrivate: false })
    expect(await answers(image.addresses)).toEqual([null, null])
  })

  test('when the link expires, even for requests with a matching ETag', async () => {
    const own = await createOwnServer({ defaultPlan: 'gold' })
    const image = await saved(own)
    await changeLink(image, { expiresAt: inSeconds(600, own) }, own)
    expect(await answers(image.addresses, own)).toEqual([null, null])
    const { headers } = await fetchFile(image.thumbnailUrl, { at: own })
    own.clock.advance(601_000)
    expect(await answers(image.addresses, own)).toEqual(['LINK_EXPIRED', 'LINK_EXPIRED'])
    const again = await fetchFile(image.thumbnailUrl, { at: own, headers: { 'if-none-match': String(headers.etag) } })
    expect(again.status).toBe(410)
  })

  test('when the image, its link or its owner is deleted', async () => {
    const [picture, link, account] = [await saved(), await saved(), await saved()]
    await server.del(`/api/images/${picture._id}`, undefined, asOwner(picture))
    expect(await answers(picture.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    await server.del(`/api/links/${link.link._id}`, undefined, asOwner(link))
    expect(await answers(link.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
    await server.del('/api/auth/deleteaccount', { password: account.owner.password }, asOwner(account))
    expect(await answers(account.addresses)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  test('when the image moves to a private link', async () => {
    const image = await saved()
    const { _id: linkId } = await build.aLink({ owner: image.owner, isPrivate: true })
    await server.post('/api/images/bulk', { action: 'move', imageIds: [image._id], linkId }, asOwner(image))
    expect(await answers(image.addresses)).toEqual(['LINK_PRIVATE', 'LINK_PRIVATE'])
  })
})

describe('a signed image URL', () => {
  test('opens the image, but fails without its signature', async () => {
    const image = await aPrivateImage()
    const own = await readAs(image.owner.token, image._id)
    for (const address of addressesOf(own)) {
      const { status, headers } = await fetchFile(address)
      expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
      expect(headers['x-content-type-options']).toBe('nosniff')
      const again = await fetchFile(address, { headers: { 'if-none-match': String(headers.etag) } })
      expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, max-age=300'])
      expect((await fetchFile(address.split('?')[0] ?? '')).code).toBe('LINK_PRIVATE')
    }
    // The URL stays the same for up to an hour, so browsers can cache the file.
    expect(addressesOf(await readAs(image.owner.token, image._id))).toEqual(addressesOf(own))
    const { body } = await server.get('/api/links', asOwner(image))
    expect(await statusOf(body.data[0].coverImage.thumbnailUrl)).toBe(200)
  })

  test('also opens an image of an expired link', async () => {
    const link = await build.anExpiredLink()
    const image = await build.anImage({ link })
    const { status, headers } = await fetchFile(image.url ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
    expect((await fetchFile((image.url ?? '').split('?')[0] ?? '')).code).toBe('LINK_EXPIRED')
  })

  test('fails when any part of it is altered', async () => {
    const image = await aPrivateImage()
    const other = await build.anImage({ link: image.link })
    const session = await build.aSession(image.owner)
    const elsewhere = new URLSearchParams((await readAs(session, image._id)).thumbnailUrl.split('?')[1])
    const [path = '', query = ''] = image.signed.split('?')
    const withParameter = (name: string, change: (value: string) => string) => {
      const parameters = new URLSearchParams(query)
      parameters.set(name, change(parameters.get(name) ?? ''))
      return `${path}?${parameters}`
    }
    expect(await statusOf(image.signed)).toBe(200)
    const altered = [
      path,
      `${path}?`,
      `${other.thumbnailUrl.split('?')[0]}?${query}`,
      `${(await readAs(image.owner.token, image._id)).url?.split('?')[0]}?${query}`,
      withParameter('session', () => elsewhere.get('session') ?? ''),
      withParameter('session', () => ''),
      withParameter('until', (until) => String(Number(until) + 3_600_000)),
      withParameter('until', (until) => `0${until}`),
      withParameter('until', () => 'Infinity'),
      withParameter('signature', (signature) => signature.slice(0, -2)),
      withParameter('signature', (signature) => `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
      withParameter('signature', () => ''),
      `${image.signed}&signature=x`,
      `${image.signed}&session=x`,
      `${image.signed}&until=1`,
    ]
    for (const address of altered) expect((await fetchFile(address)).code, address).toBe('LINK_PRIVATE')
  })

  test('still works after 55 minutes, but not after 121', async () => {
    const own = await createOwnServer()
    const image = await aPrivateImage(own)
    own.clock.advance(55 * 60_000)
    expect(await statusOf(image.signed, own)).toBe(200)
    own.clock.advance(66 * 60_000)
    expect((await fetchFile(image.signed, { at: own })).code).toBe('LINK_PRIVATE')
    expect(await statusOf((await readAs(image.owner.token, image._id, own)).thumbnailUrl, own)).toBe(200)
  })

  test("stops working after logout, while another session's URL still works", async () => {
    const image = await aPrivateImage()
    const other = await readAs(await build.aSession(image.owner), image._id)
    expect(other.thumbnailUrl).not.toBe(image.signed)
    expect([await statusOf(image.signed), await statusOf(other.thumbnailUrl)]).toEqual([200, 200])
    await server.post('/api/auth/logout', undefined, asOwner(image))
    await closes(image.signed)
    expect(await statusOf(other.thumbnailUrl)).toBe(200)
  })

  test('stops working after the password is changed in another session', async () => {
    const image = await aPrivateImage()
    const token = await build.aSession(image.owner)
    const kept = await readAs(token, image._id)
    expect([await statusOf(image.signed), await statusOf(kept.thumbnailUrl)]).toEqual([200, 200])
    const passwords = { currentPassword: image.owner.password, newPassword: 'another-secret' }
    expect((await server.put('/api/auth/updatepassword', passwords, { token })).status).toBe(200)
    await closes(image.signed)
    expect(await statusOf(kept.thumbnailUrl)).toBe(200)
  })
})
