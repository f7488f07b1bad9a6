// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listInvitations } from '#shared/invitations.ts'
import type { LinkField } from '#shared/link-forms.ts'
import { plans } from '#shared/plans.ts'
import { aLink } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { renderPart } from '#test/support/render.ts'
import { GuestUploadFields } from './guest-upload-fields.tsx'
import { AudienceFields, DetailFields, TitleField, VisitorFields } from './link-fields.tsx'
import { formParts } from './link-form-values.ts'
import { useLinkForm } from './use-link-form.ts'

const api = createFakeApi()

const labels: Record<LinkField, string> = {
  slug: 'Custom link',
  title: 'Title',
  description: 'Description',
  isPrivate: 'Private',
  isListed: 'Show on the public page',
  allowDownloads: 'Allow downloads',
  cameraDetails: 'Show camera details',
  choosing: 'Favorites',
  choiceLimit: 'Limit per visitor',
  comments: 'Who can comment',
  holdGuestComments: 'Review guest comments',
  opening: 'First screen',
  expiresAt: 'Set an expiration date',
  guestUploads: 'Who can add images',
  approveUploads: 'Approve images before they appear',
  visitorsSee: 'Guests only see their own images',
  revealAt: 'Open the gallery on a date',
  uploadsCloseAt: 'Stop taking images on a date',
  guestUploadLimit: 'Images from guests in total',
  uploadLimitPerGuest: 'Images per guest',
  askGuestName: 'Ask guests for their name',
  watermark: 'Watermark',
}

test('every field of a link belongs to one part of the edit page', () => {
  const fields = formParts.flatMap(({ fields }) => [...fields]).filter((name) => name !== 'password')
  expect(fields.toSorted()).toEqual(Object.keys(labels).sort())
})

test('every field of a link has a control', () => {
  const plan = { ...plans.gold, usage: { links: 0, images: 0, bytes: 0 }, isLinkLimitReached: false }
  function Form() {
    const form = useLinkForm({ submit: async () => {}, fallback: '', fallbackForUnreadable: '' })
    return (
      <>
        <TitleField form={form} />
        <DetailFields form={form} plan={plan} />
        <AudienceFields form={form} plan={plan} />
        <VisitorFields form={form} />
        <GuestUploadFields form={form} link={aLink()} liveWall={null} />
      </>
    )
  }
  api.answer(listInvitations, { success: true, data: [] })
  renderPart(<Form />)
  // These show further controls.
  fireEvent.click(screen.getByLabelText(/^Favorites/))
  fireEvent.click(screen.getByLabelText('Anyone'))
  fireEvent.change(screen.getByLabelText('Who can add images'), { target: { value: 'everyone' } })
  fireEvent.click(screen.getByLabelText(/^Guests only see/))
  for (const label of Object.values(labels)) {
    // Hints are part of the label.
    expect(screen.getAllByLabelText(new RegExp(`^${label}`))).toHaveLength(1)
  }
})
