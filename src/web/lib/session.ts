import { useSyncExternalStore } from 'react'
import { getMe, logout, type User } from '#shared/accounts.ts'
import { ApiError, call, previewAs, tokenKey } from './api.ts'
import { toUser } from './normalize-response.ts'
import { readStored, store } from './storage.ts'

/** `loading`: there is a token, and whether it is still good is being asked. */
export type Session = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; user: User }

const userKey = 'user'
const checkEveryMs = 30_000
const changed = new EventTarget()
const signedOut: Session = { status: 'signed-out' }
const loading: Session = { status: 'loading' }
const hasToken = () => readStored(tokenKey) !== null

let current: Session = hasToken() ? loading : signedOut
let hasLeftOnPurpose = false

function become(session: Session) {
  current = session
  // The shell hid what depends on the session until it is known: first-script.js.
  if (session.status !== 'loading') delete document.documentElement.dataset.session
  changed.dispatchEvent(new Event('change'))
}

function storedUser(): User | undefined {
  try {
    return JSON.parse(readStored(userKey) ?? '') as User
  } catch {
    return undefined
  }
}

function forget() {
  store(tokenKey, null)
  store(userKey, null)
  become(signedOut)
}

/** Keeps what register and login answer. */
export function startSession({ token, user }: { token: string; user: User }) {
  store(tokenKey, token)
  store(userKey, JSON.stringify(user))
  become({ status: 'signed-in', user })
}

/** The user's own name has changed. */
export function updateUser(user: User) {
  store(userKey, JSON.stringify(user))
  become({ status: 'signed-in', user })
}

/** Signs out here at once; the server hears of it as soon as it can be reached. Leads to the home page. */
export async function endSession() {
  const farewell = call(logout).catch(() => {})
  hasLeftOnPurpose = true
  forget()
  await farewell
}

/** The account is gone, and its sessions with it. Leads to the home page. */
export function forgetSession() {
  hasLeftOnPurpose = true
  forget()
}

/** Whether it was this tab's user who signed out, on the page that is shown. */
export const wasLeftOnPurpose = () => hasLeftOnPurpose

/** Another page is shown: who comes to a protected one from here has not just signed out of it. */
export function noteNewPage() {
  hasLeftOnPurpose = false
}

/** Asks whose token it is. A refusal ends the session; a server that cannot be reached ends nothing. */
async function loadUser() {
  const token = readStored(tokenKey)
  if (token === null) return become(signedOut)
  if (current.status === 'signed-out') become(loading)
  try {
    const user = toUser(await call(getMe))
    if (readStored(tokenKey) === token) updateUser(user)
  } catch (error) {
    if (readStored(tokenKey) !== token) return
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    const user = isRefused ? undefined : storedUser()
    if (user) become({ status: 'signed-in', user })
    else forget()
  }
}

/** The token and what this tab believes must agree, whoever changed either. */
function reconcile() {
  if (!hasToken() && current.status !== 'signed-out') forget()
  else if (hasToken() && current.status === 'signed-out') void loadUser()
}

/** Starts watching: the token of the last visit, other tabs, refusals, and every 30 seconds all of it. */
export function watchSession() {
  if (hasToken()) void loadUser()
  window.addEventListener('auth-expired', forget)
  window.addEventListener('storage', ({ key }) => {
    if (key !== tokenKey && key !== null) return
    // Another tab has signed in as somebody, perhaps somebody else.
    if (hasToken()) void loadUser()
    else reconcile()
  })
  setInterval(reconcile, checkEveryMs)
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** While owners look as somebody whom they invited, nobody is shown as signed in; their calls are theirs all the same. */
export const useSession = () =>
  useSyncExternalStore<Session>(
    subscribe,
    () => (previewAs() ? signedOut : current),
    () => signedOut,
  )

/** The signed-in user, where there is one. */
export function useUser() {
  const session = useSession()
  return session.status === 'signed-in' ? session.user : undefined
}

/** Whose session it is, '' when nobody's; undefined while that is being asked. Never what a rendered page assumed. */
export function knownUserId() {
  if (current.status === 'loading') return undefined
  return current.status === 'signed-in' ? current.user._id : ''
}
