import { days } from '#server/platform/clock.ts'
import { createJob, type Log } from '#server/platform/concurrency/job.ts'
import { fetchLatestRelease, isNewer, type Release } from '#server/platform/latest-release.ts'
import type { Overview } from '#shared/administration.ts'

type Installed = { version: string; commit: string | null }
type Dependencies = {
  running: Installed
  readInstalled: () => Installed
  releasesUrl: string | undefined
  log: Log
}

export function createUpdateService({ running, readInstalled, releasesUrl, log }: Dependencies) {
  let latest: Release | undefined

  async function look() {
    if (!releasesUrl) return
    try {
      latest = await fetchLatestRelease(releasesUrl)
    } catch (error) {
      log.warn({ err: error }, "couldn't read RELEASES_URL; the next attempt is tomorrow")
    }
  }
  const job = createJob({ name: 'releases', everyMs: days(1), run: look, log })

  function findInstalled() {
    try {
      const installed = readInstalled()
      return installed.version === running.version && installed.commit === running.commit ? null : installed
    } catch {
      // The files can be unreadable while an update is being installed.
      return null
    }
  }

  return {
    describe: (): Overview['update'] => ({
      commit: running.commit,
      installed: findInstalled(),
      latest: latest && isNewer(latest.version, running.version) ? latest : null,
    }),
    look,
    start: () => releasesUrl && job.start(),
    stop: job.stop,
  }
}
export type UpdateService = ReturnType<typeof createUpdateService>
