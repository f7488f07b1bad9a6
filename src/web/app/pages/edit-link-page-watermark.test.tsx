// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { countFollowers } from '#shared/followers.ts'
import { listInvitations } from '#shared/invitations.ts'
import { getLink, type Link, updateLink } from '#shared/links.ts'
import { initialWatermark } from '#shared/watermark-forms.ts'
import { aLink, anImage, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, fill, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const image = anImage()
const link = aLink({ imageCount: 1, images: [image], coverImage: image, watermark: initialWatermark })
const part = () => within(screen.getByRole('region', { name: 'Watermark' }))

async function open(shown: Link) {
  api.answer(getLink, { success: true, data: shown })
  api.answer(listInvitations, { success: true, data: [] })
  api.answer(countFollowers, { success: true, data: { count: 0 } })
  await openPage('/links/edit/link#watermark', aUser())
  await screen.findByLabelText('Title')
}

test('a watermark is set up on a preview of the cover, and only what changed is saved', async () => {
  await open(link)
  expect(part().getByText('A watermark discourages copying. It cannot prevent it.')).toBeDefined()
  expect(part().queryByText('What visitors see')).toBeNull()
  fireEvent.click(part().getByLabelText('Tiled'))
  expect(part().getByText('What visitors see')).toBeDefined()
  fireEvent.change(part().getByRole('textbox', { name: 'Text' }), { target: { value: '© Halden' } })
  fill({ Size: '25', Opacity: '55' })
  expect(part().getByText('55%')).toBeDefined()
  expect(document.querySelectorAll('#watermark svg text').length).toBeGreaterThan(10)
  expect(document.querySelector('#watermark svg text')?.textContent).toBe('© Halden')

  const wrong = { watermark: "These characters can't be drawn: 写" }
  api.answer(updateLink, refusal('VALIDATION_FAILED', 'Check the fields', wrong))
  await press('Save changes')
  await waitFor(() => expect(alerts()).toContain(wrong.watermark))
  const watermark = { ...initialWatermark, mode: 'tiled' as const, text: '© Halden', size: 25, opacity: 55 }
  api.answer(updateLink, { success: true, data: { ...link, watermark } })
  await press('Save changes')
  expect(await screen.findByText('Changes saved')).toBeDefined()
  const { source: _, ...changed } = watermark
  expect(api.calls(updateLink).at(-1)?.body).toEqual({ watermark: changed })
})

test('while images are being marked, their progress is shown', async () => {
  const watermark = { ...initialWatermark, mode: 'corner' as const }
  await open({ ...link, watermark, watermarkProgress: { done: 34, total: 120 } })
  expect(part().getByText('34 of 120 marked')).toBeDefined()
})
