import { useQueryClient } from '@tanstack/react-query'
import { FolderInput } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { count } from '#web/lib/formats.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { saidOr } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Imported } from './import-account.ts'

type State =
  | { state: 'idle' }
  | { state: 'working'; done: number; total: number }
  | { state: 'done'; imported: Imported }
  | { state: 'stopped'; sentence: string }

export function ImportData() {
  const [shown, setShown] = useState<State>({ state: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const leaving = useRef<AbortController>(null)
  const queryClient = useQueryClient()
  const isWorking = shown.state === 'working'
  useEffect(() => () => leaving.current?.abort(), [])
  useLeaveWarning(isWorking)

  async function take(file: File) {
    const left = new AbortController()
    leaving.current = left
    setShown({ state: 'working', done: 0, total: 0 })
    try {
      const { importAccount } = await import('./import-account.ts')
      const onProgress = (done: number, total: number) => setShown({ state: 'working', done, total })
      setShown({ state: 'done', imported: await importAccount(file, { onProgress, signal: left.signal }) })
    } catch (error) {
      if (left.signal.aborted) return
      setShown({ state: 'stopped', sentence: saidOr(error, 'The ZIP could not be read.') })
    } finally {
      void queryClient.invalidateQueries({ queryKey: queryKeys.links })
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ui">
        Such a ZIP, from here or from another Framelight, becomes links of this account, with what others wrote and
        chose there, under their names. What you wrote at pictures of others stays in the ZIP.
      </p>
      <Outcome shown={shown} />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="ZIP to import"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void take(file)
          currentTarget.value = ''
        }}
      />
      <Button icon={FolderInput} busy={isWorking && 'Importing'} onClick={() => input.current?.click()}>
        Import a ZIP
      </Button>
    </div>
  )
}

function Outcome({ shown }: { shown: State }) {
  if (shown.state === 'idle') return null
  if (shown.state === 'stopped') {
    return (
      <Notice tone="danger">
        {shown.sentence} What has arrived stays: choose the same ZIP again, and it goes on from there.
      </Notice>
    )
  }
  if (shown.state === 'working') {
    return (
      <div className="grid w-full gap-2">
        <Progress label="Importing" value={shown.done} max={Math.max(1, shown.total)} />
        <p className="text-caption text-ink-3">
          {shown.total > 0 && `${shown.done} of ${count(shown.total, 'picture')}. `}Keep this page open.
        </p>
      </div>
    )
  }
  const { links, pictures, skipped, madePrivate, incomplete } = shown.imported
  return (
    <div role="status" className="grid w-full gap-3">
      <Notice tone="info">
        {count(links, 'link')} with {count(pictures, 'picture')} {links === 1 ? 'is' : 'are'} in this account.
      </Notice>
      {madePrivate.length > 0 && (
        <Notice tone="warn">
          Private until you decide, because a password or an end did not come along: {madePrivate.join(', ')}.
        </Notice>
      )}
      {incomplete.length > 0 && (
        <Notice tone="warn">
          Only some of the comments and favorites could be imported, because there are more than a link can take:{' '}
          {incomplete.join(', ')}.
        </Notice>
      )}
      {skipped.length > 0 && (
        <Notice tone="warn">
          <p>{count(skipped.length, 'picture')} could not be taken:</p>
          <ul className="mt-1 grid gap-1">
            {skipped.map(({ fileName, reason }) => (
              <li key={fileName} className="wrap-anywhere">
                {fileName}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** Closing the page would stop it. */
function useLeaveWarning(isWorking: boolean) {
  useEffect(() => {
    if (!isWorking) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWorking])
}
