import { expect, test } from 'vitest'
import { SemaphoreFull } from '../concurrency/fair-semaphore.ts'
import { createPasswords } from './passwords.ts'

test("the right password is accepted and a wrong one isn't", async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('open sesame')

  expect(await passwords.verify('open sesame', hash)).toBe(true)
  for (const wrong of ['open Sesame', 'open sesame ', '', 'open sesame\0', hash]) {
    expect(await passwords.verify(wrong, hash)).toBe(false)
  }
})

test("a hash uses Argon2id with OWASP's parameters and doesn't contain the password", async () => {
  const hash = await createPasswords().hash('open sesame')

  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hash).not.toContain('sesame')
})

test('two hashes of the same password differ, and both accept it', async () => {
  const passwords = createPasswords()
  const [one, two] = await Promise.all([passwords.hash('open sesame'), passwords.hash('open sesame')])

  expect(one).not.toBe(two)
  expect(await passwords.verify('open sesame', one)).toBe(true)
  expect(await passwords.verify('open sesame', two)).toBe(true)
})

test('a login without an account never succeeds', async () => {
  const passwords = createPasswords()
  for (const password of ['open sesame', '', 'nobody has this password']) {
    expect(await passwords.verify(password, undefined)).toBe(false)
  }
})

test('the last character counts, even in long passwords and after accents, zero bytes or emoji', async () => {
  const passwords = createPasswords()
  for (const password of ['x'.repeat(200), 'pässwörd', 'a\0b', '🔑'.repeat(50)]) {
    const hash = await passwords.hash(password)
    expect(await passwords.verify(password, hash)).toBe(true)
    expect(await passwords.verify(`${password.slice(0, -1)}!`, hash)).toBe(false)
  }
})

test('an invalid hash throws an error, and the next call still works', async () => {
  const passwords = createPasswords({ permits: 1 })
  const cut = (await passwords.hash('open sesame')).slice(0, 40)
  for (const garbage of ['', 'garbage', '$argon2id$', '$2b$10$abcdefghijklmnopqrstuu', cut, '\0']) {
    await expect(passwords.verify('open sesame', garbage)).rejects.toThrow()
  }

  expect(await passwords.verify('open sesame', await passwords.hash('open sesame'))).toBe(true)
})

test('calls beyond the queue limit are rejected', async () => {
  const passwords = createPasswords({ permits: 1, maxWaiting: 2 })
  const calls = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.verify('open sesame', undefined)))

  expect(calls.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
  ])
  expect(calls.at(-1)).toMatchObject({ reason: expect.any(SemaphoreFull) })
})

test('an aborted call leaves the queue', async () => {
  const passwords = createPasswords({ permits: 1 })
  const gone = new AbortController()
  const first = passwords.verify('open sesame', undefined)
  const second = passwords.verify('open sesame', undefined, '', gone.signal)
  const third = passwords.verify('open sesame', undefined)
  expect(passwords.waiting).toBe(2)

  gone.abort(new Error('hung up'))
  expect(passwords.waiting).toBe(1)
  await expect(second).rejects.toThrow('hung up')
  expect(await Promise.all([first, third])).toEqual([false, false])
})

test('a flood from 20 networks in one /48 barely delays another network', async () => {
  const passwords = createPasswords({ permits: 1 })
  const order: string[] = []
  const from = async (network: string, who: string) => {
    await passwords.verify('open sesame', undefined, network)
    order.push(who)
  }
  const flood = Array.from({ length: 20 }, (_, n) => from(`2001:db8:1:${n.toString(16)}::/64`, 'flood'))
  await Promise.all([...flood, from('203.0.113.9', 'honest')])

  expect(order.indexOf('honest')).toBeLessThan(3)
})
