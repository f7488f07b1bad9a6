import { describe, expect, test, vi } from 'vitest'
import type { ImageChoice } from '#shared/choice-forms.ts'
import type { OwnChoice } from '#shared/choices.ts'
import { createChoiceStore } from './choice-store.ts'

/** Creates a store with a fake server that can go offline and a fake device that keeps unsent changes. */
function aStage({ limit = null as number | null, kept = null as string | null } = {}) {
  const server = { isAway: false, refusal: undefined as Error | undefined, calls: [] as [string, ImageChoice][] }
  const held = new Map<string, string>()
  const device = { kept }
  let resume = () => {}
  const toChoice = (): OwnChoice => ({
    imageIds: [...held.keys()],
    notes: Object.fromEntries([...held].filter(([, note]) => note)),
    ...{ limit, state: 'open', sentAt: null, askedAt: null, name: '' },
  })
  const onRefused = vi.fn()
  const store = createChoiceStore({
    limit,
    read: async () => toChoice(),
    put: async (id, wanted) => {
      server.calls.push([id, wanted])
      if (server.isAway) throw new Error('away')
      if (server.refusal) throw server.refusal
      if (wanted.chosen) held.set(id, wanted.note ?? held.get(id) ?? '')
      else held.delete(id)
      return toChoice()
    },
    kept: {
      read: () => device.kept,
      write: (text) => {
        device.kept = text
      },
    },
    pause: () =>
      new Promise((resolve) => {
        resume = resolve
      }),
    isPassing: (error) => (error as Error).message === 'away',
    onRefused,
  })
  const comeBack = () => {
    server.isAway = false
    resume()
  }
  return { store, server, held, device, onRefused, comeBack }
}

describe('the choice store', () => {
  test('shows changes immediately and sends them one at a time', async () => {
    const { store, server, held } = aStage()
    store.set('a', { chosen: true })
    store.set('b', { chosen: true, note: 'Darker' })
    expect(store.get()).toMatchObject({ imageIds: ['a', 'b'], notes: { b: 'Darker' } })
    expect(server.calls).toHaveLength(1)
    expect(await store.settle()).toBe(true)
    expect([...held]).toEqual([
      ['a', ''],
      ['b', 'Darker'],
    ])
  })

  test('stores unsent changes on the device and sends them when back online', async () => {
    const { store, server, held, device, comeBack } = aStage()
    server.isAway = true
    store.set('a', { chosen: true })
    store.set('b', { chosen: true })
    store.set('b', { chosen: false })
    expect(await store.settle()).toBe(false)
    expect(store.get()).toMatchObject({ imageIds: ['a'], isBehind: true })
    const after = aStage({ kept: device.kept })
    expect(after.store.get().imageIds).toEqual(['a'])
    after.store.send()
    expect(await after.store.settle()).toBe(true)
    expect([...after.held.keys()]).toEqual(['a'])
    comeBack()
    await vi.waitFor(() => expect(store.get().isBehind).toBe(false))
    expect([...held.keys()]).toEqual(['a'])
    expect(device.kept).toBe(null)
  })

  test('counts unsent changes toward the limit', async () => {
    const { store, server } = aStage({ limit: 2 })
    server.isAway = true
    expect([store.set('a', { chosen: true }), store.set('b', { chosen: true })]).toEqual([true, true])
    expect(store.set('c', { chosen: true })).toBe(false)
    expect(store.set('a', { chosen: true, note: 'Still' })).toBe(true)
    store.set('b', { chosen: false })
    expect(store.set('c', { chosen: true })).toBe(true)
  })

  test('reverts changes the server rejects', async () => {
    const { store, server, onRefused } = aStage()
    server.refusal = new Error('CHOICE_LIMIT')
    store.set('a', { chosen: true })
    await store.settle()
    expect(onRefused).toHaveBeenCalledWith(server.refusal)
    expect(store.get().imageIds).toEqual([])
  })

  test('keeps an unsent note when the image is picked again without a note', async () => {
    const { store, held } = aStage()
    store.set('x', { chosen: true })
    store.set('a', { chosen: true, note: 'For the cover' })
    store.set('a', { chosen: true })
    await store.settle()
    expect(held.get('a')).toBe('For the cover')
  })
})
