import { useSyncExternalStore } from 'react'
import { choosePicture, getChoice } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { sentenceOf } from '#web/lib/sentence.ts'
import { store as keep, readStored } from '#web/lib/storage.ts'
import { type ChoiceStore, createChoiceStore } from './choice-store.ts'

const stores = new Map<string, ChoiceStore>()

const longestPauseMs = 30_000

/** Sooner where the connection comes back. */
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

export function storeOf({ slug, choiceLimit }: Link): ChoiceStore {
  const key = `choice ${slug}`
  const made =
    stores.get(slug) ??
    createChoiceStore({
      limit: choiceLimit,
      read: async () => (await call(getChoice, { params: { slug } })).data,
      // To arrive even though the page is being left.
      put: async (id, body) => (await call(choosePicture, { params: { id }, body, keepalive: true })).data,
      kept: { read: () => readStored(key), write: (text) => keep(key, text) },
      pause,
      isPassing,
      onRefused: (error) => void notify('error', sentenceOf(error, 'Your choice could not be changed.')),
    })
  stores.set(slug, made)
  return made
}

/** As whoever is looking sees their choice; renders anew only where what was picked has changed. */
export function useChoice<T>(link: Link, pick: (store: ChoiceStore) => T): T {
  const store = storeOf(link)
  return useSyncExternalStore(store.subscribe, () => pick(store))
}

/** Chooses it or takes it out, and says so where that cannot be. */
export function choose(link: Link, imageId: string, chosen: boolean) {
  const store = storeOf(link)
  if (store.set(imageId, { chosen })) return
  const { state, limit } = store.get()
  const sentence =
    state === 'sent'
      ? 'Your choice was sent. Ask to change it first.'
      : `You have chosen ${limit} of ${limit}. Take one out to choose another.`
  void notify('info', sentence)
}
