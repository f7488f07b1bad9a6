import { statfs } from 'node:fs/promises'
import { rememberFor } from '../cache/remember-for.ts'
import type { Clock } from '../clock.ts'

const megabyte = 1_000_000
const defaultReserve = { bytes: 1000 * megabyte, share: 0.05 }

const maxAgeMs = 1000

type Options = {
  dir: string
  reserveMb: number | undefined
  clock: Clock
}

/** Uploads stop before the disk is full, because a full disk would stop the database too. */
export function createDiskSpace({ dir, reserveMb, clock }: Options) {
  async function check() {
    const { bavail, blocks, bsize } = await statfs(dir)
    const reserve =
      reserveMb === undefined
        ? Math.min(defaultReserve.bytes, blocks * bsize * defaultReserve.share)
        : reserveMb * megabyte
    return bavail * bsize >= reserve
  }

  // If the check fails, the write itself will show whether there's space.
  return { hasSpace: rememberFor(maxAgeMs, clock, () => check().catch(() => true)) }
}
