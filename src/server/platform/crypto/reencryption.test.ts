import { expect, test, vi } from 'vitest'
import { createEncryption } from './encryption.ts'
import { checkSecrets, reencryptSecrets, type SecretStore } from './reencryption.ts'

const [newer, older, lost] = ['the newer secret', 'the older secret', 'a secret nobody has']
const encryption = createEncryption([newer, older])
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

const contextOf = (id: string) => `row/${id}`

function aStore(count: number, secret: string) {
  const { encrypt } = createEncryption([secret])
  const ids = Array.from({ length: count }, (_, n) => String(n).padStart(4, '0'))
  const rows = new Map(ids.map((id) => [id, encrypt(`secret of ${id}`, contextOf(id))]))
  const store: SecretStore = {
    name: 'apps',
    list: async (after, limit) =>
      ids
        .filter((id) => id > after)
        .slice(0, limit)
        .map((id) => ({ id, encrypted: rows.get(id) ?? '', context: contextOf(id) })),
    replace: async (id, { from, to }) => void (rows.get(id) === from && rows.set(id, to)),
  }
  return { rows, store }
}

const check = (store: SecretStore) => checkSecrets(encryption, [store])
const only = (remark: string) => ({ problems: [], remarks: [expect.stringContaining(remark)] })
const allCurrent = only('all stored secrets are encrypted with the first one')

test('encrypts all secrets with the first APP_SECRET, in batches', async () => {
  const { rows, store } = aStore(250, older)
  const list = vi.spyOn(store, 'list')
  expect(await check(store)).toEqual(only('250 stored secrets need an older one'))
  await reencryptSecrets({ encryption, stores: [store], log })
  expect(await check(store)).toEqual(allCurrent)
  const { decrypt } = createEncryption([newer])
  for (const [id, text] of rows) expect(decrypt(text, contextOf(id))).toBe(`secret of ${id}`)
  expect(Math.max(...list.mock.calls.map(([, limit]) => limit))).toBeLessThan(250)
  expect(log.info).toHaveBeenLastCalledWith({ reencrypted: 250, unreadable: 0 }, expect.any(String))
})

test('an interrupted run leaves the rest to the next one, which skips what is done', async () => {
  const { rows, store } = aStore(150, older)
  let left = 120
  await reencryptSecrets({ encryption, stores: [store], log }, () => left-- === 0)
  expect(await check(store)).toEqual(only('30 stored secrets need'))
  const done = rows.get('0000')
  await reencryptSecrets({ encryption, stores: [store], log })
  expect([await check(store), rows.get('0000')]).toEqual([allCurrent, done])
})

test('secrets that no APP_SECRET decrypts are left alone and logged', async () => {
  const { rows, store } = aStore(2, lost)
  const before = [...rows]
  await reencryptSecrets({ encryption, stores: [store], log })
  expect([...rows]).toEqual(before)
  expect(await check(store)).toEqual({ problems: [expect.stringContaining("apps: 2 can't be decrypted")], remarks: [] })
  expect(log.warn).toHaveBeenLastCalledWith({ reencrypted: 0, unreadable: 2 }, expect.any(String))
})

test('with a single APP_SECRET, there is nothing to do or to say', async () => {
  const { store } = aStore(1, older)
  const list = vi.spyOn(store, 'list')
  await reencryptSecrets({ encryption: createEncryption([newer]), stores: [store], log })
  expect(list).not.toHaveBeenCalled()
  const { problems, remarks } = await checkSecrets(createEncryption([older]), [store])
  expect([problems, remarks]).toEqual([[], []])
})
