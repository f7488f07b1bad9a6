import { readFile } from 'node:fs/promises'
import { galleries, owner, visitor, visits } from '../demo/galleries.mjs'
import { inRoot } from './paths.mjs'
import { main, Problem } from './problem.mjs'
import { step } from './step.mjs'

const origin = `http://localhost:${process.env.PORT ?? 5000}`
const testCard = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

/** One call of the running app; what it refuses ends the demonstration with its own sentence. */
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
    throw new Problem(`Nothing answers at ${origin}: run npm start first, and this beside it.`)
  })
  if (response.status >= 400) {
    const { error } = await response.json().catch(() => ({ error: `status ${response.status}` }))
    throw new Problem(`${method} ${path} was refused: ${error}`)
  }
  return response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
}

/** Signs in, or opens the account first. */
async function enter(person) {
  const { email, password } = person
  const login = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (login.ok) return (await login.json()).token
  return (await call('POST', '/api/auth/register', { json: person })).token
}

/** Five links and a slug of one's own need the Gold plan, bought where nothing is charged. */
async function upgrade(token) {
  const { plan } = (await call('GET', '/api/payment/subscription', { token })).data
  if (plan === 'gold') return
  const { payments } = (await call('GET', '/api/config')).data
  if (payments !== 'test') {
    throw new Problem('The demonstration needs the built-in test checkout: run it on the embedded default.')
  }
  const json = { planId: 'gold' }
  const { checkoutUrl, sessionId } = (await call('POST', '/api/payment/create-checkout-session', { token, json })).data
  await call('POST', new URL(checkoutUrl).pathname, { form: new URLSearchParams(testCard) })
  await call('GET', `/api/payment/verify-subscription?sessionId=${sessionId}`, { token })
}

function expiryOf({ expiresInDays, expiresInSeconds }) {
  const seconds = expiresInSeconds ?? (expiresInDays ? expiresInDays * 86_400 : undefined)
  return seconds ? new Date(Date.now() + seconds * 1000).toISOString() : null
}

async function uploadPicture(token, link, { file, title }) {
  const form = new FormData()
  form.set('title', title)
  form.set('image', new Blob([await readFile(inRoot('demo', 'pictures', file))], { type: 'image/webp' }), file)
  return (await call('POST', `/api/links/${link._id}/images`, { token, form })).data
}

async function fill(gallery, token, visitorToken) {
  const { title, slug, description, isPrivate = false, isListed } = gallery
  const json = { title, slug, description, isPrivate, isListed, expiresAt: expiryOf(gallery) }
  const link = (await call('POST', '/api/links', { token, json })).data
  const images = new Map()
  for (const picture of gallery.pictures) images.set(picture.file, await uploadPicture(token, link, picture))
  for (const [file, content] of gallery.comments) {
    const path = `/api/comments/image/${images.get(file)._id}`
    await call('POST', path, { token: visitorToken, json: { content } })
  }
  if (isPrivate || gallery.expiresInSeconds) return
  for (const [browser, ref] of visits) {
    const headers = { 'user-agent': browser }
    await call('POST', `/api/links/slug/${slug}/visit`, { headers, json: { ref } })
    for (const { _id } of [...images.values()].slice(0, 3)) await call('POST', `/api/images/${_id}/view`, { headers })
  }
}

main(async () => {
  await call('GET', '/api/health')
  const token = await enter(owner)
  const visitorToken = await enter(visitor)
  await upgrade(token)
  const there = new Set((await call('GET', '/api/links', { token })).data.map(({ slug }) => slug))
  const missing = galleries.filter(({ slug }) => !there.has(slug))
  if (missing.length === 0) console.log('The demonstration is already there.')
  // The best comes last: the newest stands first.
  for (const gallery of missing.reverse()) {
    await step(`${gallery.title} (${gallery.pictures.length})`, () => fill(gallery, token, visitorToken))
  }
  console.log(`
Sign in at ${origin}/login
  ${owner.email}, password ${owner.password}, who owns the galleries (Gold)
  ${visitor.email}, password ${visitor.password}, who comments on them (Free)
Or look as a recipient: ${origin}/links/${galleries[0].slug}`)
})
