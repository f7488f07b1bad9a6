const key = 'return-to'

/** The router's state is gone when the provider sends the browser back. */
export function keepReturnTo(path: unknown) {
  try {
    if (typeof path === 'string') sessionStorage.setItem(key, path)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled, so logging in opens the dashboard.
  }
}

export function takeReturnTo() {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path
  } catch {
    return null
  }
}
