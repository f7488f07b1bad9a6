const files = 'files'

export const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Returns a function that runs a transaction on files in IndexedDB. It resolves once everything is saved, and rejects if
 * the browser doesn't store files, for example in a private window.
 */
export const createFileStore =
  (name: string, keyPath: string) =>
  async <T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>) => {
    const opening = indexedDB.open(name)
    opening.onupgradeneeded = () => opening.result.createObjectStore(files, { keyPath })
    const database = await resultOf(opening)
    // Otherwise a logout in another tab couldn't delete the database.
    database.onversionchange = () => database.close()
    try {
      const transaction = database.transaction(files, mode)
      const saved = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      const [result] = await Promise.all([use(transaction.objectStore(files)), saved])
      return result
    } finally {
      database.close()
    }
  }
