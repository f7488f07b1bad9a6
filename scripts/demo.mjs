import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { galleries, owner, visitor } from '../demo/galleries.mjs'
import { command, Problem, step } from './command.mjs'
import { findNode, nodeFlags } from './node.mjs'
import { inRoot, root } from './paths.mjs'
import { dataFolder, loadSettings, serverUrl } from './server-settings.mjs'

const usage = `Usage: npm run demo -- [--force] [--password PASSWORD]
  Adds two accounts and six galleries, with favorites, comments and visitors, to the server running here.
  Prints a generated password for both accounts.
  --force              run even if other people have accounts
  --password PASSWORD  the password from an earlier run, to add missing galleries`
const options = { force: { type: 'boolean', default: false }, password: { type: 'string' } }

let origin = ''
const testCard = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

async function call(method, path, { token, json, form, headers } = {}) {
  const response = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(json) : form,
  }).catch(() => {
    throw new Problem(`No server is running at ${origin}. Run npm start first, then this in a second terminal.`)
  })
  if (response.status >= 400) {
    const { error } = await response.json().catch(() => ({ error: `status ${response.status}` }))
    throw new Problem(`${method} ${path} failed: ${error}`)
  }
  return response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
}

function listAccounts() {
  const args = [inRoot('scripts', 'server-command.mjs'), 'admin', 'users', '--json']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? JSON.parse(stdout).map(({ email }) => email) : undefined
}

/** Keeps the demo off a site that's already in use. */
function requireNoOtherAccounts(accounts) {
  if (!accounts) {
    throw new Problem(`Can't list the accounts of ${origin}. Run this with the server's settings, or add --force.`)
  }
  const others = accounts.filter((email) => ![owner.email, visitor.email].includes(email)).length
  if (others === 0) return
  const people = others === 1 ? 'Someone else has an account' : `${others} other people have accounts`
  throw new Problem(`${people} here. Use --force to add the demo anyway.`)
}

async function requireTestCheckout() {
  const { payments } = (await call('GET', '/api/config')).data
  if (payments === 'test' || process.env.DEFAULT_PLAN === 'gold') return
  throw new Problem('The demo needs the test checkout. Set PAYMENTS=test, or DEFAULT_PLAN=gold.')
}

/** Logs in to both accounts, or registers them. Prints a new password right away, in case a later step fails. */
async function logInOrRegister(given) {
  if (given) {
    const logIn = ({ email }) => call('POST', '/api/auth/login', { json: { email, password: given } })
    return [await logIn(owner), await logIn(visitor)]
  }
  const password = randomBytes(9).toString('base64url')
  const entered = []
  for (const person of [owner, visitor]) {
    entered.push(await call('POST', '/api/auth/register', { json: { ...person, password } }))
  }
  const role = entered[0].user.isAdmin ? ' and, as the first account here, is the administrator' : ''
  console.log(`Password for both accounts, shown only once: ${password}
  ${owner.email} owns the galleries (Gold)${role}
  ${visitor.email} comments on them (Free)`)
  return entered
}

/** Custom slugs need the Gold plan. The test checkout charges nothing. */
async function upgrade(token) {
  const { plan } = (await call('GET', '/api/payment/subscription', { token })).data
  if (plan === 'gold') return
  const json = { planId: 'gold' }
  const { checkoutUrl, sessionId } = (await call('POST', '/api/payment/create-checkout-session', { token, json })).data
  await call('POST', new URL(checkoutUrl).pathname, { form: new URLSearchParams(testCard) })
  await call('GET', `/api/payment/verify-subscription?sessionId=${sessionId}`, { token })
}

function expiryOf({ expiresInDays, expiresInSeconds }) {
  const seconds = expiresInSeconds ?? (expiresInDays ? expiresInDays * 86_400 : undefined)
  return seconds ? new Date(Date.now() + seconds * 1000).toISOString() : null
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000)

/** Reads the picture or makes a photo out of it. The import is dynamic because it needs the server's packages. */
async function bytesOf({ file, photo }, takenAt) {
  if (!photo) return readFile(inRoot('demo', 'pictures', file))
  const { develop } = await import('../demo/develop.mjs')
  return develop({ ...photo, takenAt })
}

async function uploadPicture(token, link, picture, takenAt) {
  const form = new FormData()
  form.set('title', picture.title)
  form.set('image', new Blob([await bytesOf(picture, takenAt)]), picture.file)
  return (await call('POST', `/api/links/${link._id}/images`, { token, form })).data
}

/** Opens the invitation like a browser and returns the guest's pass. */
async function openInvitation({ url }, { slug }) {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }
  const opened = await fetch(`${origin}${new URL(url).pathname}`, { redirect: 'manual', headers })
  const [cookie] = opened.headers.getSetCookie().map((text) => text.split(';')[0])
  await call('POST', `/api/links/slug/${slug}/visit`, { json: {}, headers: { ...headers, cookie } })
  return cookie.slice(cookie.indexOf('=') + 1)
}

/** Returns the passes of the guests who opened their invitation, by name. */
async function invite({ invitations = [] }, link, token) {
  const passes = new Map()
  for (const { endsInDays, openedDaysAgo, ...invitation } of invitations) {
    const json = { ...invitation, expiresAt: expiryOf({ expiresInDays: endsInDays }) }
    const { data } = await call('POST', `/api/links/${link._id}/invitations`, { token, json })
    if (openedDaysAgo) passes.set(invitation.name, await openInvitation(data, link))
  }
  return passes
}

async function comment({ remarks = [] }, images, passes, visitorToken) {
  const comments = []
  for (const { file, text: content, by: name, daysAgo } of remarks) {
    const path = `/api/comments/image/${images.get(file)._id}`
    const author = name
      ? { json: { content, name }, headers: passHeader(passes.get(name)) }
      : { json: { content }, token: visitorToken }
    const { _id, pass } = (await call('POST', path, author)).data
    if (pass) passes.set(name, pass)
    comments.push({ id: _id, daysAgo })
  }
  return comments
}

const passHeader = (pass) => (pass ? { 'x-framelight-pass': pass } : {})

async function pickFavorites({ favorites = [] }, { slug }, images, passes) {
  for (const { by: name, files, notes = {}, message, sentDaysAgo } of favorites) {
    for (const file of files) {
      const json = { chosen: true, note: notes[file] ?? '' }
      const headers = passHeader(passes.get(name))
      const { pass } = (await call('PUT', `/api/images/${images.get(file)._id}/choice`, { json, headers })).data
      if (pass) passes.set(name, pass)
    }
    if (!sentDaysAgo) continue
    const headers = passHeader(passes.get(name))
    await call('POST', `/api/links/slug/${slug}/choice/send`, { json: { name, message }, headers })
  }
}

async function fill(gallery, token, visitorToken) {
  const { title, slug, description, isPrivate = false, isListed, password, daysAgo: createdDaysAgo, visits } = gallery
  const { opening, choosing, choiceLimit, comments: commenting, holdGuestComments } = gallery
  const visitors = { opening, choosing, choiceLimit, comments: commenting, holdGuestComments }
  const json = { title, slug, description, isPrivate, isListed, ...visitors, expiresAt: expiryOf(gallery) }
  const link = (await call('POST', '/api/links', { token, json })).data
  const images = new Map()
  for (const [n, picture] of gallery.pictures.entries()) {
    const takenAt = new Date(daysAgo(createdDaysAgo + 2).getTime() + n * 600_000)
    images.set(picture.file, await uploadPicture(token, link, picture, takenAt))
  }
  const passes = await invite(gallery, link, token)
  const comments = await comment(gallery, images, passes, visitorToken)
  await pickFavorites(gallery, link, images, passes)
  // Last, because from then on visitors need the password or an invitation.
  if (password) await call('PUT', `/api/links/${link._id}`, { token, json: { password } })
  const { invitations = [], favorites = [], followers = [], requests = [], expiredDaysAgo } = gallery
  const imageIds = [...images.values()].map(({ _id }) => _id)
  const happened = { comments, invitations, favorites, followers, requests, expiredDaysAgo }
  return { linkId: link._id, userId: link.user, daysAgo: createdDaysAgo, visits, imageIds, ...happened }
}

async function backDate(filled) {
  const node = findNode()
  const file = join(dataFolder(), 'framelight.db')
  if (!node || process.env.DATABASE_URL || !existsSync(file)) {
    console.log(`Skipped two months of history: the server's embedded database isn't ${file}.`)
    return
  }
  const run = () =>
    spawnSync(node, [...nodeFlags, inRoot('demo', 'back-date.mjs'), file], {
      input: JSON.stringify(filled),
      encoding: 'utf8',
    })
  const { status, stderr } = await step(
    'Two months of history',
    async () => run(),
    ({ status }) => status === 0,
  )
  if (status !== 0) throw new Problem(`Couldn't add history: ${stderr.trim().split('\n').at(-1)}`)
}

command({ usage, options }, async ({ values }) => {
  loadSettings()
  origin = serverUrl()
  await call('GET', '/api/health')
  const accounts = listAccounts()
  if (!values.force) requireNoOtherAccounts(accounts)
  if (accounts?.includes(owner.email) && !values.password) {
    console.log(`The demo already exists. Its password was shown when it was created:
  npm run demo -- --password PASSWORD            adds missing galleries
  npm run admin -- reset ${owner.email}  sends a link for a new password`)
    return
  }
  await requireTestCheckout()
  if (accounts?.length === 0) {
    console.log('There are no accounts yet, so the demo account becomes the administrator.')
  }
  const [{ token }, { token: visitorToken }] = await logInOrRegister(values.password)
  await upgrade(token)
  const there = new Set((await call('GET', '/api/links', { token })).data.map(({ slug }) => slug))
  const missing = galleries.filter(({ slug }) => !there.has(slug))
  if (missing.length === 0) console.log('No galleries are missing.')
  // Create the galleries in reverse order, because the app lists the newest first.
  const filled = []
  for (const gallery of missing.reverse()) {
    const name = `${gallery.title} (${gallery.pictures.length})`
    filled.push(await step(name, () => fill(gallery, token, visitorToken)))
  }
  if (missing.length === galleries.length) await backDate(filled)
  const locked = galleries.find(({ password }) => password)
  console.log(`
Log in at ${origin}/login with ${owner.email} and the password above.
Or open a gallery as a visitor: ${origin}/links/${galleries[0].slug}
and one with the password ${locked.password}: ${origin}/links/${locked.slug}
Favorites, comments and requests from visitors are at ${origin}/activity`)
})
