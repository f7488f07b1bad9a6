import { join, relative } from 'node:path'
import { findCounterFaults, findFileFaults, listFiles, type Rows, readFiles, readSqlite } from './consistency.ts'
import { until } from './until.ts'

const sweepTimeoutMs = 20_000

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
