// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Domain, deleteDomain, getDomain, setDomain, verifyDomain } from '#shared/domain.ts'
import { getStudio } from '#shared/studio.ts'
import { aStudio, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const aDomain = (fields: Partial<Domain> = {}): Domain => ({
  host: 'photos.halden.example',
  state: 'pending',
  record: { type: 'TXT', name: '_framelight.photos.halden.example', value: 'framelight-verify=q7Zk' },
  cname: { type: 'CNAME', name: 'photos.halden.example', value: 'framelight.example' },
  problem: null,
  verifiedAt: null,
  lastCheckedAt: null,
  missingSince: null,
  lapsesAt: null,
  ...fields,
})
const answer = (data: Domain | null) => api.answer(getDomain, { success: true, data })
const panel = () => within(screen.getByRole('region', { name: 'Own domain' }))
const currentStep = () => document.querySelector('[aria-current=step] h3')?.textContent

beforeEach(() => api.answer(getStudio, { success: true, data: aStudio() }))

test('a domain is set up in three steps', async () => {
  answer(null)
  await openPage('/studio', aUser())
  const field = await panel().findByLabelText('Domain')
  expect(currentStep()).toBe('Enter a subdomain you own')
  expect(panel().getByText('We check them')).toBeDefined()
  fireEvent.change(field, { target: { value: 'photos.halden.example' } })
  api.answer(setDomain, { success: true, data: aDomain() })
  await press('Continue', panel())
  expect(await panel().findByText('framelight-verify=q7Zk')).toBeDefined()
  expect(currentStep()).toBe('Add these two DNS records')
  expect(panel().getByText('photos.halden.example/anna-and-tom')).toBeDefined()

  api.answer(verifyDomain, { success: true, data: aDomain({ problem: 'RECORD_WRONG' }) })
  await press('Check now', panel())
  expect(await panel().findByText(/its value is different/)).toBeDefined()
  api.answer(verifyDomain, { success: true, data: aDomain({ state: 'verified' }) })
  await press('Check now', panel())
  expect(await panel().findByText('Verified')).toBeDefined()
  expect(panel().queryByText('framelight-verify=q7Zk')).toBeNull()
  // The steps are gone, so this keeps the panel in view.
  expect(document.activeElement?.textContent).toBe('photos.halden.example')
})

test('a domain is removed only after a question', async () => {
  answer(aDomain({ state: 'verified' }))
  await openPage('/studio', aUser())
  await press('Remove domain', panel())
  expect(api.calls(deleteDomain)).toEqual([])
  api.answer(deleteDomain, { success: true, data: { message: 'Your domain was removed' } })
  await press('Remove domain', within(await screen.findByRole('dialog')))
  expect(await panel().findByLabelText('Domain')).toBeDefined()
  expect(api.calls(deleteDomain)).toHaveLength(1)
})

test('a plan without it explains that, and the field is read-only', async () => {
  api.answer(getStudio, { success: true, data: aStudio({ isAllowed: false }) })
  answer(null)
  await openPage('/studio', aUser())
  expect(await panel().findByText('Your own domain is part of Plus and Gold.')).toBeDefined()
  expect(panel().getByLabelText<HTMLInputElement>('Domain').readOnly).toBe(true)
})
