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

/** IndexedDB database with images that are being sent. See kept-uploads.ts. */
export const keptUploadsDatabase = 'kept-uploads'

/** IndexedDB database with photos shared into the installed app. See shared-files.ts and share-worker.js. */
export const sharedFilesDatabase = 'shared-files'

export function deleteStoredFiles() {
  try {
    for (const name of [leftOutDatabase, keptUploadsDatabase, sharedFilesDatabase]) indexedDB.deleteDatabase(name)
  } catch {
    // IndexedDB is disabled.
  }
}
