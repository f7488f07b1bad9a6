// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { accentShown } from '#shared/accent.ts'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import { deleteStudioLogo, getStudio, type Studio, setStudioLogo, updateStudio } from '#shared/studio.ts'
import { aConfig, aLink, anImage, aStudio, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { alerts, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const answerStudio = (fields: Partial<Studio> = {}) => api.answer(getStudio, { success: true, data: aStudio(fields) })
const owner = aUser({ galleryName: 'Mara Lind' })
const branding = () => within(screen.getByRole('region', { name: 'Branding' }))
const open = async () => {
  await openPage('/studio', owner)
  await screen.findByLabelText('Studio name')
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(() => answerStudio())

test('the page has a heading for each part', async () => {
  await open()
  expect(document.title).toBe('Studio · Framelight')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Studio')
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(['Branding', 'Own domain', 'People']))
})

test('a color that has to change is explained before saving, and an empty field is saved as null', async () => {
  await open()
  expect(branding().getByText('Leave empty to use Mara Lind.')).toBeDefined()
  type('Studio name', 'Halden Studio')
  type('Color as hex', '#C8553D')
  const { light, dark } = accentShown('#c8553d')
  expect(branding().getByText(`#c8553d becomes ${light}`)).toBeDefined()
  expect(branding().getByText(`#c8553d becomes ${dark}`)).toBeDefined()
  expect(
    branding().getByText(
      'We made your color a little darker on light pages and lighter on dark pages, so text stays readable.',
    ),
  ).toBeDefined()
  fireEvent.click(screen.getByLabelText(/^Use my branding/))
  const saved = aStudio({ isOn: true, name: 'Halden Studio', accent: '#c8553d' })
  api.answer(updateStudio, { success: true, data: saved })
  await press('Save branding', branding())
  expect(await screen.findByText('Branding saved')).toBeDefined()
  expect(api.calls(updateStudio).at(-1)?.body).toEqual({
    isOn: true,
    name: 'Halden Studio',
    line: '',
    website: null,
    accent: '#c8553d',
  })
  await waitFor(() => expect(branding().queryByRole('button', { name: 'Discard changes' })).toBeNull())
})

test('wrong input is shown at its field, and the preview can be switched', async () => {
  await open()
  type('Website', 'halden')
  type('Color as hex', 'green')
  await press('Save branding', branding())
  await waitFor(() =>
    expect(alerts()).toEqual([
      'Accent color must look like #1a6b8f',
      'Enter a web address such as https://example.com',
    ]),
  )
  fireEvent.click(screen.getByLabelText('Password'))
  expect(branding().getAllByText('Enter the password')).toHaveLength(2)
  fireEvent.click(screen.getByLabelText('Email'))
  expect(branding().getAllByText('Mara Lind has shared 64 photos with you.')).toHaveLength(2)
  await press('Discard changes', branding())
  expect(screen.getByLabelText<HTMLInputElement>('Website').value).toBe('')
})

test('the preview shows the newest gallery, without loading all its images', async () => {
  const imagesOf = (name: string, length: number) =>
    Array.from({ length }, (_, place) => anImage({ _id: `${name}-${place}`, thumbnailUrl: `/media/${name}-${place}` }))
  const [newest, older] = [imagesOf('newest', 4), imagesOf('older', 4)]
  const data = [
    aLink({ _id: 'empty', title: 'Nothing yet' }),
    aLink({ _id: 'newest', title: 'Lake', imageCount: 20_000, coverImage: newest[0] ?? null, images: newest }),
    aLink({ _id: 'older', title: 'Hills', imageCount: 4, coverImage: older[0] ?? null, images: older }),
  ]
  api.answer(listLinks, { success: true, data })
  await open()
  expect(await branding().findAllByText('Lake')).toHaveLength(2)
  const shown = [...document.querySelectorAll('figure img')].map((img) => img.getAttribute('src'))
  // The list only has four images of each gallery.
  const onePane = ['newest-0', 'newest-1', 'newest-2', 'newest-3', 'older-0', 'older-1'].map((name) => `/media/${name}`)
  expect(shown).toEqual([...onePane, ...onePane])
})

test('a logo is uploaded, refused and removed', async () => {
  await open()
  const choose = (label: string, name: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(['x'], name)] } })
  api.answer(setStudioLogo, refusal('UNSUPPORTED_IMAGE', "This logo can't be used."))
  choose('Add a logo for light backgrounds', 'logo.svg')
  const sentence = "logo.svg can't be used. Save it as a PNG, WebP or JPEG and try again."
  await waitFor(() => expect(alerts()).toEqual([sentence]))
  api.answer(setStudioLogo, { success: true, data: aStudio({ logoUrl: '/logos/a.png' }) })
  choose('Add a logo for light backgrounds', 'logo.png')
  expect((await screen.findByAltText('Your logo for light backgrounds')).getAttribute('src')).toBe('/logos/a.png')
  expect([alerts(), api.calls(setStudioLogo).at(-1)?.params]).toEqual([[], { theme: 'light' }])
  api.answer(deleteStudioLogo, { success: true, data: aStudio() })
  await press('Remove the light logo', branding())
  expect(await screen.findByLabelText('Add a logo for light backgrounds')).toBeDefined()
})

test('on a plan without branding, the form is read-only', async () => {
  answerStudio({ isAllowed: false, name: 'Halden Studio', logoUrl: '/logos/a.png' })
  await open()
  expect(branding().getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/subscription')
  for (const label of ['Studio name', 'One line about you', 'Website', 'Color as hex']) {
    expect(screen.getByLabelText<HTMLInputElement>(label).readOnly, label).toBe(true)
  }
  expect(screen.getByLabelText<HTMLInputElement>(/^Use my branding/).disabled).toBe(true)
  for (const name of ['Save branding', 'Remove the light logo'])
    expect(branding().queryByRole('button', { name })).toBeNull()
})

test('a studio that fails to load can be loaded again', async () => {
  api.answer(getStudio, unreachable)
  await openPage('/studio', owner)
  await branding().findByRole('button', { name: 'Try again' })
  answerStudio()
  await press('Try again', branding())
  expect(await screen.findByLabelText('Studio name')).toBeDefined()
})

test.each([
  ['test', 1],
  ['off', 0],
] as const)('with payments %s, the preview names Gold %d times', async (payments, times) => {
  api.answer(getConfig, { success: true, data: aConfig({ payments }) })
  await open()
  await waitFor(() => expect(branding().queryAllByText(/On Gold/)).toHaveLength(times))
})
