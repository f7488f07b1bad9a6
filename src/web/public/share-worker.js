// Receives photos that other apps share with the installed app. Its scope is /share, so it has no other pages.

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

// The page reads and deletes them. See shared-files.ts.
async function keepFiles(files) {
  const opening = indexedDB.open('shared-files')
  opening.onupgradeneeded = () => opening.result.createObjectStore('files', { keyPath: 'id' })
  const database = await resultOf(opening)
  const transaction = database.transaction('files', 'readwrite')
  const saved = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  const keptAt = Date.now()
  for (const [place, file] of files.entries()) {
    transaction.objectStore('files').put({ id: crypto.randomUUID(), file, keptAt, place })
  }
  await saved.finally(() => database.close())
}

async function receive(request) {
  const form = await request.formData()
  await keepFiles(form.getAll('photos').filter((file) => file instanceof File && file.size > 0))
  return Response.redirect('/share', 303)
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method !== 'POST' || new URL(url).pathname !== '/share') return
  event.respondWith(receive(event.request).catch(() => Response.redirect('/share?failed=1', 303)))
})
