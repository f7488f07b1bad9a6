// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeImages } from '#shared/images.ts'
import { addSectionsByDay, orderImages } from '#shared/links.ts'
import { deleteSection } from '#shared/sections.ts'
import { aLink, anImage } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { press } from '#test/support/pages.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { addDays } from './section-changes.ts'

const api = createFakeApi()

const aDay = (_id: string) => ({ _id, title: _id, text: '', anchor: _id, imageCount: 1 })
const filed = (sectionIds: (string | null)[]) =>
  sectionIds.map((sectionId, index) => anImage({ _id: `image-${index}`, sectionId }))

test('images sorted into the existing section of their day are counted, and undo takes them out again', async () => {
  const before = aLink({ sections: [aDay('june')], images: filed([null, null, 'june', null]) })
  const after = aLink({ sections: [aDay('june'), aDay('july')], images: filed(['june', 'june', 'june', 'july']) })
  api.answer(addSectionsByDay, { success: true, data: after })
  api.answer(deleteSection, { success: true, data: { message: 'Section deleted' } })
  api.answer(changeImages, { success: true, data: { done: 2 } })
  api.answer(orderImages, { success: true, data: before })
  await addDays(createQueryClient(), before)
  const sentence = await screen.findByText('1 section added, 2 images moved to existing sections')
  await press('Undo', within(sentence.closest<HTMLElement>('[data-sonner-toast]') as HTMLElement))
  await waitFor(() => expect(api.calls(orderImages)).toHaveLength(1))
  expect(api.calls(deleteSection).map(({ params }) => params.id)).toEqual(['july'])
  expect(api.calls(changeImages).map(({ body }) => body)).toEqual([
    { action: 'section', sectionId: null, imageIds: ['image-0', 'image-1'] },
  ])
})
