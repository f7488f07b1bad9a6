import { useEffect, useSyncExternalStore } from 'react'
import { chooseImage, getChoice } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { store as keep, readStored } from '#web/lib/storage.ts'
import { type ChoiceStore, createChoiceStore } from './choice-store.ts'

const stores = new Map<string, ChoiceStore>()

const longestPauseMs = 30_000

/** Waits with exponential backoff, or until the browser is back online. */
const pause = (failures: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(1000 * 2 ** failures, longestPauseMs))
    addEventListener('online', end)
  })

const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

export type ChoosingLink = Pick<Link, 'slug' | 'choiceLimit' | 'owner'>

export function storeOf({ slug, choiceLimit }: ChoosingLink): ChoiceStore {
  const key = `choice ${slug}`
  const made =
    stores.get(slug) ??
    createChoiceStore({
      limit: choiceLimit,
      read: async () => (await call(getChoice, { params: { slug } })).data,
      // keepalive lets the request finish even if the page is closed.
      put: async (id, body) => (await call(chooseImage, { params: { id }, body, keepalive: true })).data,
      kept: { read: () => readStored(key), write: (text) => keep(key, text) },
      pause,
      isPassing,
      onRefused: (error) => void notify('error', errorMessage(error, "Couldn't update your favorites.")),
    })
  stores.set(slug, made)
  return made
}

export function useChoice<T>(link: ChoosingLink, select: (store: ChoiceStore) => T): T {
  const store = storeOf(link)
  return useSyncExternalStore(store.subscribe, () => select(store))
}

/** The favorites may have changed on another device, or the owner may have reopened them. */
export function useFreshChoice(link: ChoosingLink) {
  const store = storeOf(link)
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'hidden') return
      store.refresh().then(store.send, store.send)
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [store])
}

export function choose(link: ChoosingLink, imageId: string, chosen: boolean) {
  const store = storeOf(link)
  if (store.set(imageId, { chosen })) return
  const { state, limit } = store.get()
  const sentence =
    state === 'sent'
      ? "You've already sent your favorites. Request changes to edit them."
      : `You've reached the limit of ${limit}. Remove one to add another.`
  void notify('info', sentence)
}
