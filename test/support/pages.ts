import { setTimeout as delay } from 'node:timers/promises'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { type InitialEntry, type Location, MemoryRouter, useLocation } from 'react-router'
import { toast } from 'sonner'
import { afterAll, afterEach } from 'vitest'
import type { User } from '#shared/accounts.ts'
import { App } from '#web/app/app.tsx'
import { screens } from '#web/app/screens.ts'
import { createQueryClient } from '#web/lib/queries/site.ts'
import { forgetSession, noteNewPage, startSession } from '#web/lib/session.ts'
import './render.ts'

let location: Location

/** The path, query and hash of the page on screen. */
export const urlNow = () => location.pathname + location.search + location.hash
export const stateNow = (): unknown => location.state

const LocationWatch = () => {
  location = useLocation()
  return null
}

afterEach(() => {
  toast.dismiss()
  forgetSession()
  // Otherwise the next protected page would treat this as a logout and open the home page.
  noteNewPage()
  localStorage.clear()
  sessionStorage.clear()
})

// A closing toast sets a timer of 200 ms, which needs the window.
afterAll(async () => {
  if (toast.getHistory().length > 0) await delay(250)
})

/** Renders the whole app at this path. Use it with `createFakeApi`. */
export function startApp(path: InitialEntry, user?: User) {
  if (user) startSession({ token: 'token', user })
  const queryClient = createQueryClient()
  // Retries would only make tests of failures wait.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  render(
    createElement(
      MemoryRouter,
      { initialEntries: [path] },
      createElement(App, { screens, queryClient }),
      createElement(LocationWatch),
    ),
  )
}

/** Renders the whole app at this path, and waits for the page. */
export async function openPage(path: InitialEntry, user?: User) {
  startApp(path, user)
  await waitFor(() => {
    if (!document.querySelector('main h1')) throw new Error(`${urlNow()} doesn't show a heading`)
  })
}

export const main = () => within(screen.getByRole('main'))

/** The sentences of all alerts, in order. */
export const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

export const field = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea, select' })

export function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } })
}

/** Waits for the button, which has another name while the page is busy. */
export const press = async (name: string | RegExp, place: Pick<typeof screen, 'findByRole'> = screen) =>
  fireEvent.click(await place.findByRole('button', { name }))
export const follow = async (name: string | RegExp, place: Pick<typeof screen, 'findByRole'> = screen) =>
  fireEvent.click(await place.findByRole('link', { name }))
