import type { Overview } from '#shared/administration.ts'
import { HealthRow } from './health-row.tsx'

const short = (commit: string | null) => (commit ? ` (${commit.slice(0, 7)})` : '')

export function VersionRow({ version, update: { commit, installed, latest } }: Pick<Overview, 'version' | 'update'>) {
  const running = `${version}${short(commit)}`
  if (installed) {
    const sentence = `${running} is running. Version ${installed.version}${short(installed.commit)} is installed: restart to use it.`
    return <HealthRow title="Version" sentence={sentence} state="update" word="Restart" />
  }
  if (!latest) return <HealthRow title="Version" sentence={running} state="good" />
  const notes = latest.url ? (
    <>
      {running}.{' '}
      <a className="underline" href={latest.url} rel="noreferrer">
        See what's new in {latest.version}
      </a>
    </>
  ) : (
    running
  )
  return <HealthRow title="Version" sentence={notes} state="update" word={`${latest.version} is out`} />
}
