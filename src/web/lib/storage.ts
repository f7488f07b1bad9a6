/** localStorage can be disabled. The app then works without remembering anything. */
export function readStored(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is disabled or full.
  }
}
