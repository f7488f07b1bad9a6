import type { APIRequestContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { User } from '#shared/accounts.ts'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import type { PaidPlanId } from '#shared/plans.ts'
import { aPicture } from '#test/support/pictures.ts'
import { expect } from './fixtures.ts'
import { collaborationUrl } from './outbox.ts'

export type Account = { token: string; user: User; email: string; password: string }

let made = 0
const password = 'correct horse'

const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` })

/** Each account gets a new IP address, because registrations per network are limited. */
const newIp = () => `2001:db8:${process.pid.toString(16).slice(-4)}:${made.toString(16)}::1`

export async function newAccount(request: APIRequestContext, name = 'Mara Lind'): Promise<Account> {
  made += 1
  const email = `person-${process.pid}-${Date.now()}-${made}@example.com`
  const headers = { 'x-forwarded-for': newIp() }
  const answer = await request.post('/api/auth/register', { headers, data: { name, email, password } })
  expect(answer.status()).toBe(201)
  return { ...(await answer.json()), email, password }
}

/** Stores the session in the browser, as a login would. */
export async function signIn(page: Page, { token, user }: Account) {
  // Use an empty page, because the app's own pages call the API. The icon link prevents a request for a favicon.
  const empty = { contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }
  await page.route('/signing-in', (route) => route.fulfill(empty), { times: 1 })
  await page.goto('/signing-in')
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('authToken', token)
      localStorage.setItem('user', user)
    },
    [token, JSON.stringify(user)] as const,
  )
}

/** Leaves the app first, because its requests without a session would be rejected. */
export async function forgetSession(page: Page) {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

export async function newLink(request: APIRequestContext, account: Account, fields: object = {}): Promise<Link> {
  const data = { title: 'A Year Outside', isListed: false, ...fields }
  const answer = await request.post('/api/links', { headers: bearer(account), data })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data
}

type Upload = { title?: string; width?: number; height?: number; fileName?: string; takenAt?: string }

/** Each call uploads a different photo. */
export async function upload(
  request: APIRequestContext,
  account: Account,
  link: Pick<Link, '_id'>,
  { title = '', width = 600, height = 400, fileName = 'picture.jpg', takenAt }: Upload = {},
): Promise<Image> {
  made += 1
  const picture = aPicture({ width, height, seed: made })
  const taken = takenAt ? picture.withExif({ IFD2: { DateTimeOriginal: takenAt } }) : picture
  const buffer = await taken.jpeg().toBuffer()
  const answer = await request.post(`/api/links/${link._id}/images`, {
    headers: bearer(account),
    multipart: { title, image: { name: fileName, mimeType: 'image/jpeg', buffer } },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data
}

/** Adds a different photo with each call. Returns the guest's pass, to add more as the same guest. */
export async function addAsGuest(request: APIRequestContext, { slug }: Pick<Link, 'slug'>, name: string, pass = '') {
  const answer = await request.post(`/api/links/slug/${slug}/images`, {
    // The request context keeps the cookie of the last guest, unless there's another.
    headers: { cookie: 'guest=none', ...(pass && { 'x-framelight-pass': pass }) },
    multipart: { name, image: await aFile('guest.jpg', { width: 600, height: 400 }) },
  })
  expect(answer.status()).toBe(201)
  return String((await answer.json()).data.pass ?? pass)
}

/** Returns the URL of the live wall. */
export async function turnOnWall(request: APIRequestContext, account: Account, { _id }: Pick<Link, '_id'>) {
  const options = { headers: bearer(account), data: { isOn: true, seconds: 3 } }
  const answer = await request.put(`/api/links/${_id}/live-wall`, options)
  expect(answer.status()).toBe(200)
  return String((await answer.json()).data.url)
}

/** Each call returns a different photo. */
export async function aFile(name: string, { width = 60, height = 40 } = {}) {
  made += 1
  return { name, mimeType: 'image/jpeg', buffer: await aPicture({ width, height, seed: made }).jpeg().toBuffer() }
}

export async function fetchLink(
  request: APIRequestContext,
  account: Account,
  { _id }: Pick<Link, '_id'>,
): Promise<Link> {
  const answer = await request.get(`/api/links/${_id}`, { headers: bearer(account) })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** Makes this only once per worker and arguments, for tests that don't change it. */
export function oncePerWorker<Args extends unknown[], Made>(
  make: (request: APIRequestContext, ...args: Args) => Promise<Made>,
) {
  const made = new Map<string, Promise<Made>>()
  return (request: APIRequestContext, ...args: Args) => {
    const key = JSON.stringify(args)
    const making = made.get(key) ?? make(request, ...args)
    made.set(key, making)
    return making
  }
}

export async function upgrade(request: APIRequestContext, account: Account, planId: PaidPlanId) {
  const headers = bearer(account)
  const checkout = await request.post('/api/payment/create-checkout-session', { headers, data: { planId } })
  const { checkoutUrl, sessionId } = (await checkout.json()).data
  const form = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
  const paid = await request.post(checkoutUrl, { form, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  const verified = await request.get('/api/payment/verify-subscription', { headers, params: { sessionId } })
  expect(verified.status()).toBe(200)
}

/** Lets the helper edit all of the owner's links. */
export async function collaborate(request: APIRequestContext, owner: Account, helper: Account) {
  await upgrade(request, owner, 'plus')
  const data = { email: helper.email, role: 'editor', linkId: null }
  const invited = await request.post('/api/collaborators', { headers: bearer(owner), data })
  expect(invited.status()).toBe(201)
  const token = (await collaborationUrl(helper.email)).split('/').at(-1)
  const accepted = await request.post(`/api/collaborations/${token}/accept`, { headers: bearer(helper) })
  expect(accepted.status()).toBe(200)
}

/** From now on, logging in with the password takes a code. */
export async function turnOnCodes(request: APIRequestContext, account: Account) {
  const headers = bearer(account)
  const started = await request.post('/api/auth/second-factor', { headers })
  const secret = Secret.fromBase32((await started.json()).data.secret)
  const data = { code: new TOTP({ secret }).generate() }
  const confirmed = await request.post('/api/auth/second-factor/confirm', { headers, data })
  expect(confirmed.status()).toBe(200)
}

/** Shows a part of the edit page, which is collapsed on phones. */
export async function openPart(page: Page, name: string) {
  await page.getByRole('heading', { name, exact: true }).waitFor()
  const collapsed = page.getByRole('button', { name, exact: true, expanded: false })
  if (await collapsed.isVisible()) await collapsed.click()
}
