import { useSyncExternalStore } from 'react'
import { getMe, logout, type User } from '#shared/accounts.ts'
import { ApiError, call, previewAs, tokenKey } from './api.ts'
import { toUser } from './normalize-response.ts'
import { deleteStoredFiles, readStored, store } from './storage.ts'

/** `loading` means that a stored token is being checked. */
export type Session = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; user: User }

const userKey = 'user'
const checkEveryMs = 30_000
const changed = new EventTarget()
const signedOut: Session = { status: 'signed-out' }
const loading: Session = { status: 'loading' }
const hasToken = () => readStored(tokenKey) !== null

let current: Session = hasToken() ? loading : signedOut
let didLogOut = false

function become(session: Session) {
  current = session
  // first-script.js sets this attribute, which hides session-dependent parts until the session has loaded.
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

export function startSession({ token, user }: { token: string; user: User }) {
  store(tokenKey, token)
  store(userKey, JSON.stringify(user))
  become({ status: 'signed-in', user })
}

export function updateUser(user: User) {
  store(userKey, JSON.stringify(user))
  become({ status: 'signed-in', user })
}

/** Logs out locally without waiting for the server, so logging out works offline too. */
export async function endSession() {
  const request = call(logout).catch(() => {})
  forgetSession()
  await request
}

/** Call this if the server has already ended the session, for example after deleting the account. */
export function forgetSession() {
  didLogOut = true
  deleteStoredFiles()
  forget()
}

/** Whether the user logged out on the current page. False if the session expired instead. */
export const hasLoggedOut = () => didLogOut

/** After navigation, protected pages redirect to the login page again instead of to the home page. */
export function noteNewPage() {
  didLogOut = false
}

/** A 4xx ends the session. After network and server errors, it continues if the user is stored. */
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

/** Syncs this tab's session with the stored token. */
function reconcile() {
  if (!hasToken() && current.status !== 'signed-out') forget()
  else if (hasToken() && current.status === 'signed-out') void loadUser()
}

export function watchSession() {
  if (hasToken()) void loadUser()
  window.addEventListener('auth-expired', forget)
  window.addEventListener('storage', ({ key }) => {
    if (key !== tokenKey && key !== null) return
    // Another tab has logged in, possibly as a different user.
    if (hasToken()) void loadUser()
    else reconcile()
  })
  setInterval(reconcile, checkEveryMs)
}

const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** An owner who previews as a guest appears logged out, but calls still use the owner's token. */
export const useSession = () =>
  useSyncExternalStore<Session>(
    subscribe,
    () => (previewAs() ? signedOut : current),
    () => signedOut,
  )

export function useUser() {
  const session = useSession()
  return session.status === 'signed-in' ? session.user : undefined
}

/** Returns '' when logged out and undefined while loading. Unlike `useUser`, it ignores previews. */
export function knownUserId() {
  if (current.status === 'loading') return undefined
  return current.status === 'signed-in' ? current.user._id : ''
}
