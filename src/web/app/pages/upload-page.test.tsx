// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listImages } from '#shared/images.ts'
import { getLink } from '#shared/links.ts'
import { plans } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { openPage } from '#test/support/pages.ts'

const api = createFakeApi()

test('at the image limit of the largest plan, no upgrade is offered', async () => {
  const usage = { links: 1, images: plans.gold.imageLimit }
  api.answer(getSubscription, { success: true, data: aSubscription('gold', { usage }) })
  api.answer(getLink, { success: true, data: aLink() })
  api.answer(listImages, { success: true, data: [] })
  await openPage('/upload/link', aUser())
  const sentence = "You have reached your plan's image limit. Delete images to upload more."
  await waitFor(() => expect(screen.getAllByText(sentence)).not.toEqual([]))
  expect(screen.getByRole('main').textContent).not.toMatch(/upgrade/i)
  // The page doesn't suggest dropping files that would be rejected.
  expect(screen.getByRole('main').textContent).not.toContain('Drop images')
})
