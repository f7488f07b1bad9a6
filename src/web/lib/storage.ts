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

/** IndexedDB database with photos that a visitor is sending. See kept-uploads.ts. */
export const keptUploadsDatabase = 'kept-uploads'

export function deleteStoredFiles() {
  try {
    indexedDB.deleteDatabase(leftOutDatabase)
    indexedDB.deleteDatabase(keptUploadsDatabase)
  } catch {
    // IndexedDB is disabled.
  }
}
