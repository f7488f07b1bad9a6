// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeApi } from '#test/support/fake-api.ts'
import { openPage } from '#test/support/pages.ts'
import { watchTheme } from '#web/lib/theme.ts'

createFakeApi()

/** Stores the theme as another tab would. */
const chooseInOtherTab = (theme: string | null) =>
  act(() => {
    if (theme === null) localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: theme }))
  })
const shownTheme = () => [
  document.documentElement.dataset.theme,
  screen.getByRole('button', { name: /^Theme/ }).getAttribute('aria-label'),
]

test('a theme chosen in another tab applies to this one', async () => {
  watchTheme()
  await openPage('/faq')
  expect(shownTheme()).toEqual([undefined, 'Theme: system'])
  chooseInOtherTab('dark')
  expect(shownTheme()).toEqual(['dark', 'Theme: dark'])
  chooseInOtherTab('light')
  expect(shownTheme()).toEqual(['light', 'Theme: light'])
  chooseInOtherTab(null)
  expect(shownTheme()).toEqual([undefined, 'Theme: system'])
})
