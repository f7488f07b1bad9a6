import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from '#test/support/scope.ts'

const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

const mount = (folder: string, megabytes: number) =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'framelight-faults', folder)

export function mayMount() {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-mount-'))
  const isMounted = mount(folder, 1)
  if (isMounted) run('umount', folder)
  rmdirSync(folder)
  return isMounted
}

export async function mountSmallDisk(scope: Scope, folder: string, megabytes: number) {
  if (!mount(folder, megabytes)) return undefined
  // A lazy unmount works even while the disk is in use.
  const unmount = () => run('umount', '--lazy', folder)
  scope.deferToExit(unmount)
  scope.defer(unmount)
  const ballast = join(folder, 'ballast')

  return {
    /** Fills the disk until this many bytes are free, rounded to whole blocks. */
    async leaveFree(bytes: number) {
      await rm(ballast, { force: true })
      const file = await open(ballast, 'w')
      try {
        const { bavail, bsize } = await statfs(folder)
        await file.write(Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
      } finally {
        await file.close()
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', folder),
    makeWritable: () => run('mount', '-o', 'remount,rw', folder),
  }
}
