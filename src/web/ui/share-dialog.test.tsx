// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { ShareDialog } from './share-dialog.tsx'

const url = 'https://photos.example/links/dunes'
const message = (note = '') => encodeURIComponent(`Dunes & sea\n${url}${note}`)
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('WhatsApp, Messages and Email are plain links with the title and the URL', () => {
  renderPart(<ShareDialog title="Dunes & sea" url={url} onClose={() => {}} />)
  expect(hrefOf('WhatsApp')).toBe(`https://wa.me/?text=${message()}`)
  expect(hrefOf('Messages')).toBe(`sms:?&body=${message()}`)
  expect(hrefOf('Email')).toMatch(/^mailto:\?subject=Dunes%20%26%20sea&body=/)
  expect(screen.queryByText(/password/)).toBeNull()
})

test('a password is mentioned in every message, but never included', async () => {
  const writeText = vi.fn(async (_text: string) => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const link = { _id: 'dunes', isPrivate: false, hasPassword: true }
  renderPart(<ShareDialog title="Dunes & sea" url={url} link={link} onClose={() => {}} />)
  const note = "\nIt needs a password. I'll send it separately."
  expect(hrefOf('WhatsApp')).toBe(`https://wa.me/?text=${message(note)}`)
  expect(screen.getByText(/People you invite don't need it\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Copy link and text' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Message copied'))
  expect(writeText).toHaveBeenCalledWith(`Dunes & sea\n${url}${note}`)
  vi.unstubAllGlobals()
})
