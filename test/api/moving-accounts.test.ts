import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ExportedAccount, exportedAccount } from '#shared/export-format.ts'
import type { LinkFields } from '#shared/link-forms.ts'
import { importAccount } from '#web/features/exports/import-account.ts'
import { createBuilders, type Person } from '../support/builders.ts'
import { createCommandLine } from '../support/command-line.ts'
import { createGuestUploads } from '../support/guest-uploads.ts'
import { createLinkAccess, withPass } from '../support/link-access.ts'
import { inEmailTo } from '../support/outbox.ts'
import { aPicture } from '../support/pictures.ts'
import { createOwnServer, type TestServer } from '../support/server.ts'
import { createTrash } from '../support/trash.ts'
import { useServer } from '../support/use-server.ts'
import { readZip } from '../support/zip-reader.ts'

// The first test moves an account between installations the way a user would: with an export and the account page's
// import.
const { server: old, build } = useServer({ defaultPlan: 'gold' })
const { server: other, build: buildThere } = useServer({ defaultPlan: 'gold' })
const access = createLinkAccess(old)
const { trashImage, trashLink } = createTrash(old)

afterEach(() => vi.unstubAllGlobals())

async function exportOf(server: TestServer, { token, email }: Person) {
  await server.post('/api/auth/export', undefined, { token })
  const zip = await server.app.inject(`/api/exports/${await inEmailTo(server, email, /\/exports\/([\w.-]+)/)}`)
  const [manifest, ...pictures] = readZip(zip.rawPayload)
  const bodies = pictures.map(({ name, body }) => [name, body.toString('base64')])
  return { zip: zip.rawPayload, pictures: bodies, says: exportedAccount.parse(JSON.parse(String(manifest?.body))) }
}

/** Stubs browser globals, so the web app's code runs in Node as this person. */
async function asBrowserOf({ token }: Person) {
  const stored = new Map([['authToken', token]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('window', { location: { search: '' } })
  await other.app.listen()
  const { port } = other.app.server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://localhost:${port}${path}`, init))
}

/** Returns the visible parts of an account, without IDs, counts and dates that depend on the installation. */
function seen({ account, links }: ExportedAccount) {
  return {
    galleryName: account.galleryName,
    notifications: account.notifications,
    links: links.map(({ _id, createdAt, views, ...link }) => ({
      ...link,
      sections: link.sections.map(({ _id: _, ...section }) => section),
      invitations: link.invitations.map(({ name, email, rights, sections, expiresAt }) => ({
        ...{ name, email, rights, expiresAt },
        sections: sections?.map((id) => link.sections.find((section) => section._id === id)?.title),
      })),
      images: link.images.map(({ _id: _, createdAt: _made, views: _views, sectionId, ...image }) => ({
        ...image,
        section: link.sections.find((section) => section._id === sectionId)?.title,
      })),
      choices: link.choices.map((choice) => ({
        ...choice,
        images: choice.images.map(({ imageId, note }) => ({
          file: link.images.find((image) => image._id === imageId)?.file,
          note,
        })),
      })),
    })),
  }
}

test('a moved account keeps its images, comments, favorites, invitations and settings', async () => {
  // None of these is the default, so the import fails this test if it loses one.
  const settings: Omit<LinkFields, 'title' | 'slug' | 'isPrivate'> = {
    description: 'Twelve months',
    isListed: false,
    allowDownloads: false,
    cameraDetails: true,
    choosing: 'on',
    choiceLimit: 20,
    comments: 'guests',
    holdGuestComments: false,
    opening: 'cover',
    expiresAt: '2100-01-01T00:00:00.000Z',
    guestUploads: 'everyone',
    approveUploads: false,
    visitorsSee: 'own',
    revealAt: '2099-01-01T00:00:00.000Z',
    uploadsCloseAt: '2098-01-01T00:00:00.000Z',
    guestUploadLimit: 40,
    uploadLimitPerGuest: 4,
    askGuestName: 'required',
    watermark: { mode: 'tiled', source: 'text', text: '© Mara', opacity: 30, size: 25 },
  }
  const { visitorsSee, ...open } = settings
  const link = await build.aLink({ title: 'A Year Outside', slug: 'a-year-outside', ...open })
  const { owner } = link
  const images = []
  const sectionIds = []
  for (const title of ['Spring', 'Summer', 'Summer']) {
    const section = await old.post(`/api/links/${link._id}/sections`, { title, text: '12°' }, { token: owner.token })
    sectionIds.push(section.body.data._id)
  }
  // Its anchor stays `spring`.
  await old.put(`/api/sections/${sectionIds[0]}`, { title: 'April' }, { token: owner.token })
  for (const seed of [7, 8, 9]) {
    const fields = seed === 9 ? { sectionId: sectionIds[2] } : {}
    images.push(await build.anImage({ link, bytes: await aPicture({ seed }).jpeg().toBuffer(), fields }))
  }
  const [first, second] = images.map(({ _id }) => _id)
  await old.post(`/api/comments/image/${first}`, { content: 'My own words' }, { token: owner.token })
  await build.aComment({ image: { _id: first ?? '' }, author: await build.aUser({ name: 'Ines Bo' }) })
  await old.post(`/api/comments/image/${second}`, { content: 'Grandma’s words', name: 'Grandma' })
  await old.put(`/api/links/${link._id}`, { holdGuestComments: true }, { token: owner.token })
  await old.post(`/api/comments/image/${second}`, { content: 'These wait', name: 'Somebody' })

  const invited = await access.invite(link, { name: 'Anna & Tom', sections: sectionIds.slice(1) })
  const anna = withPass((await access.enter(invited)).pass)
  await old.put(`/api/images/${second}/choice`, { chosen: true, note: 'Not sent yet' }, anna)
  const began = await old.put(`/api/images/${first}/choice`, { chosen: true, note: 'For the cover' })
  const lena = withPass(began.body.data.pass)
  await old.put(`/api/images/${second}/choice`, { chosen: true }, lena)
  const words = { name: 'Lena', email: 'lena@example.com', message: 'Large, please' }
  await old.post(`/api/links/slug/${link.slug}/choice/send`, words, lena)
  await old.put('/api/auth/notifications', { comments: 'off' }, { token: owner.token })

  const { add } = createGuestUploads(old)
  await add(link, { name: 'Ben' })
  await old.put(`/api/links/${link._id}`, { approveUploads: true }, { token: owner.token })
  await add(link, { name: 'Cleo' })
  await old.put(`/api/links/${link._id}`, { approveUploads: false, visitorsSee }, { token: owner.token })
  // The trash stays behind.
  const deleted = await build.anImage({ link })
  const deletedLink = await build.aLink({ owner, title: 'Deleted' })
  await build.anImage({ link: deletedLink })
  await trashImage(deleted)
  await trashLink(deletedLink)
  const before = await exportOf(old, owner)
  expect(JSON.stringify(before.says)).not.toContain('Deleted')
  expect(seen(before.says).links[0]).toMatchObject({
    comments: 'guests',
    choices: [
      { name: 'Anna & Tom', isSent: false },
      { name: 'Lena', isSent: true },
    ],
    images: [
      { comments: [{ isOwners: true }, { name: 'Ines Bo', isOwners: false }] },
      {
        comments: [
          { name: 'Grandma', state: 'shown' },
          { name: 'Somebody', state: 'waiting' },
        ],
      },
      { state: 'shown', addedBy: { name: 'Ben' } },
      { comments: [], state: 'shown', addedBy: null, section: 'Summer' },
      { state: 'waiting', addedBy: { name: 'Cleo' } },
    ],
  })

  const mover = await buildThere.aUser({ name: owner.name })
  await asBrowserOf(mover)
  const importAll = () =>
    importAccount(new Blob([before.zip as BlobPart]), { onProgress: () => {}, signal: new AbortController().signal })
  expect(await importAll()).toEqual({ links: 1, images: 5, skipped: [], incomplete: [], madePrivate: [], leftOut: [] })
  // Importing again, as after an interruption, must not create duplicates.
  await importAll()
  const after = await exportOf(other, mover)
  expect(seen(after.says)).toEqual(seen(before.says))
  expect(after.pictures).toEqual(before.pictures)

  // An import isn't shown as activity.
  const activity = await other.get('/api/activity', { token: mover.token })
  expect(activity.body.data).toEqual([])

  // The command line client brings the same, except for settings of the account, which keys can't change.
  const elsewhere = await createOwnServer({ defaultPlan: 'gold' })
  const buildElsewhere = createBuilders(elsewhere)
  const typist = await buildElsewhere.aUser({ name: owner.name })
  await elsewhere.app.listen()
  const { port } = elsewhere.app.server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'framelight-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const key = (await buildElsewhere.aKey(typist)).token
  const cli = await createCommandLine({ folder, server: `http://localhost:${port}`, key })
  await writeFile(join(folder, 'export.zip'), before.zip)
  const imported = { code: 0, refused: [], links: [{ title: 'A Year Outside', slug: 'a-year-outside' }] }
  expect(await cli.json(['import', 'export.zip'])).toMatchObject({ ...imported, uploaded: 5 })
  expect(await cli.json(['import', 'export.zip'])).toMatchObject(imported)
  const typed = await exportOf(elsewhere, typist)
  expect(seen(typed.says).links).toEqual(seen(before.says).links)
  expect(typed.pictures).toEqual(before.pictures)
})

test("an import skips comments and favorites on other links' images and corrects future comment dates", async () => {
  const image = await buildThere.anImage()
  const elsewhere = await buildThere.anImage()
  const comment = { name: 'Lena', content: 'Words', isOwners: false, state: 'shown', createdAt: '2999-01-01T00:00:00Z' }
  const choice = { name: '', email: null, message: '', isSent: false, sentAt: null, createdAt: comment.createdAt }
  const bring = (link: { _id: string }) =>
    other.post(
      `/api/links/${link._id}/import`,
      {
        comments: [image, elsewhere].map(({ _id }) => ({ ...comment, imageId: _id })),
        choices: [{ ...choice, images: [image, elsewhere].map(({ _id }) => ({ imageId: _id, note: '' })) }],
      },
      { token: image.owner.token },
    )
  expect((await bring(elsewhere.link)).status).toBe(403)
  expect((await bring(image.link)).status).toBe(200)
  const said = async ({ _id }: { _id: string }) => (await other.get(`/api/comments/image/${_id}`)).body.data
  expect(await said(elsewhere)).toEqual([])
  expect(await said(image)).toMatchObject([{ content: 'Words', guest: { name: 'Lena' } }])
  expect(Date.parse((await said(image))[0].createdAt)).toBeLessThanOrEqual(Date.now())
  const { body } = await other.get(`/api/links/${image.link._id}/choices`, { token: image.owner.token })
  expect(body.data).toMatchObject([{ imageIds: [image._id] }])
})
