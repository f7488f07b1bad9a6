import { join, relative } from 'node:path'
import { uploadGraceMs } from '#server/features/images/file-deletions.service.ts'
import { until } from '#test/support/until.ts'
import {
  findCounterFaults,
  findFileFaults,
  listFiles,
  type Rows,
  readFiles,
  readPostgres,
  readSqlite,
} from './consistency.ts'

const sweepTimeoutMs = 20_000
/** A node can't tell whether another one is still uploading, so the sweep only starts after a grace period. */
const sharedSweepTimeoutMs = uploadGraceMs + 30_000

export function inspectSqliteAndDisk(dataDir: string) {
  const pictures = join(dataDir, 'pictures')
  const read = () => readSqlite(join(dataDir, 'framelight.db'))

  async function listTemporaryFiles() {
    const found = await Promise.all([listFiles(join(dataDir, 'tmp')), listFiles(join(pictures, '.tmp'))])
    return found.flat().map((path) => relative(dataDir, path))
  }

  const findRowFaults = (rows: Rows & { integrity: string }) => [
    ...findCounterFaults(rows),
    ...(rows.integrity === 'ok' ? [] : [`integrity: ${rows.integrity}`]),
  ]

  return {
    read,
    pictures,
    listTemporaryFiles,
    findRowFaults: () => findRowFaults(read()),

    /** Only valid while nothing changes the data. */
    async findFaults() {
      const rows = read()
      const temporary = await listTemporaryFiles()
      return [
        ...findRowFaults(rows),
        ...findFileFaults(rows, withoutTemporary(await readFiles(pictures))),
        ...temporary.map((path) => `${path} was left behind`),
      ]
    },

    waitForSweep: () => until(() => read().scheduled.length === 0, { timeoutMs: sweepTimeoutMs }),
  }
}

const withoutTemporary = (files: Map<string, number>) => new Map([...files].filter(([key]) => !key.startsWith('.tmp/')))

export const inspectPostgresAndS3 = ({ url, pictures }: { url: string; pictures: string }) => ({
  pictures,
  findRowFaults: async () => findCounterFaults(await readPostgres(url)),
  async findFaults() {
    const rows = await readPostgres(url)
    return [...findCounterFaults(rows), ...findFileFaults(rows, await readFiles(pictures, 's3'))]
  },
  waitForSweep: () =>
    until(async () => (await readPostgres(url)).scheduled.length === 0, { timeoutMs: sharedSweepTimeoutMs }),
})
