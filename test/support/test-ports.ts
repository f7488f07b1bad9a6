import { hash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { createPasswords } from '#server/platform/crypto/passwords.ts'
import { handleRequest } from '#server/platform/images/handle-request.ts'
import { createImageProcessor, type ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { PreparedFile, PreparedFiles } from '#server/platform/images/worker-messages.ts'

/** The minimum cost of Argon2id, because tests create thousands of accounts. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Processes images in this process, because starting a pool per server would take longer than most tests. Workers have
 * separate tests.
 */
const pool = { run: handleRequest, warmUp() {}, async close() {} }

export const testPorts = () => ({
  passwords: createPasswords({ cost }),
  imageProcessor: createImageProcessor({ pool }),
})

/**
 * For thousands of random walks, which compare what's stored but not how images are processed: expensive reads follow
 * each other without pauses, and a picture is only processed when it's first uploaded.
 */
export const portsForWalks = () => ({
  expensiveWork: { ...createExpensiveWork(), begin: async <T>(_key: string, work: () => T | Promise<T>) => work() },
  imageProcessor: memoized(createImageProcessor({ pool })),
})

const filesOf = ({ full, renditions, animated }: PreparedFiles) => [full, ...renditions, ...animated]

/** Writes the same files again for every further upload of a picture. */
function memoized(processor: ImageProcessor): ImageProcessor {
  const { prepare } = processor
  const known = new Map<string, { made: PreparedFiles; bodies: Buffer[] }>()
  return Object.assign(processor, {
    async prepare(...[path, options]: Parameters<typeof prepare>) {
      const picture = hash('sha256', await readFile(path))
      const { made, bodies } = known.get(picture) ?? {}
      if (!made) {
        const first = await prepare(path, options)
        const contents = await Promise.all(filesOf(first).map((file) => readFile(file.path)))
        known.set(picture, { made: first, bodies: contents })
        return first
      }
      const folder = `${path}-made`
      const moved = (file: PreparedFile) => ({ ...file, path: join(folder, file.name) })
      await mkdir(folder)
      await Promise.all(filesOf(made).map((file, n) => writeFile(moved(file).path, bodies?.[n] ?? '', { flag: 'wx' })))
      return {
        ...made,
        full: moved(made.full),
        renditions: made.renditions.map(moved),
        animated: made.animated.map(moved),
        discard: () => rm(folder, { recursive: true, force: true }),
      }
    },
  })
}
