/** localStorage can be disabled. Public pages still work without it. */
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

/** IndexedDB database with files that wait for room on the plan. See left-out-files.ts. */
export const leftOutDatabase = 'left-out-files'

export function deleteLeftOutFiles() {
  try {
    indexedDB.deleteDatabase(leftOutDatabase)
  } catch {
    // IndexedDB is disabled.
  }
}
