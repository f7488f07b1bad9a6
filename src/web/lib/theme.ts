import { useSyncExternalStore } from 'react'
import { readStored, store } from './storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const changed = new EventTarget()
const asTheme = (text: string | null | undefined): Theme => (text === 'light' || text === 'dark' ? text : 'system')

// first-script.js sets this attribute before the first paint.
const currentTheme = () => asTheme(document.documentElement.dataset.theme)

function show(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = bar.dataset.for
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all'
  }
  changed.dispatchEvent(new Event('change'))
}

export function chooseTheme(theme: Theme) {
  store(key, theme === 'system' ? null : theme)
  show(theme)
}

/** The first toggle switches to the opposite of the system theme, so it always has a visible effect. */
export function themeAfter(theme: Theme): Theme {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const order: Theme[] = systemIsDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light']
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
}

/** Sets the browser's toolbar color and follows changes made in other tabs. */
export function watchTheme() {
  show(currentTheme())
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) show(asTheme(readStored(key)))
  })
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

export const useTheme = () => useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'system')
