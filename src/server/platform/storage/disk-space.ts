import { statfs } from 'node:fs/promises'
import { rememberFor } from '../cache/remember-for.ts'
import type { Clock } from '../clock.ts'

const megabyte = 1_000_000
const defaultReserve = { bytes: 1000 * megabyte, share: 0.05 }

/** A disk does not fill up much in this time. */
const maxAgeMs = 1000

type Options = {
  dir: string
  /** undefined: a thousand megabytes or a twentieth of the disk, whichever is less. */
  reserveMb: number | undefined
  clock: Clock
}

/**
 * Whether the disk has more room than its reserve. A full disk would stop the database too, and with it everything else;
 * so uploads end before it is full.
 */
export function createDiskSpace({ dir, reserveMb, clock }: Options) {
  async function check() {
    const { bavail, blocks, bsize } = await statfs(dir)
    const reserve =
      reserveMb === undefined
        ? Math.min(defaultReserve.bytes, blocks * bsize * defaultReserve.share)
        : reserveMb * megabyte
    return bavail * bsize >= reserve
  }

  // Where it cannot be told, writing will.
  return { hasSpace: rememberFor(maxAgeMs, clock, () => check().catch(() => true)) }
}
