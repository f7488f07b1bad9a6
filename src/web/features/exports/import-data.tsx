import { useQueryClient } from '@tanstack/react-query'
import { FolderInput } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { thrownMessage } from '#web/lib/error-message.ts'
import { count } from '#web/lib/formats.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
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

  async function importFile(file: File) {
    const left = new AbortController()
    leaving.current = left
    setShown({ state: 'working', done: 0, total: 0 })
    try {
      const { importAccount } = await import('./import-account.ts')
      const onProgress = (done: number, total: number) => setShown({ state: 'working', done, total })
      setShown({ state: 'done', imported: await importAccount(file, { onProgress, signal: left.signal }) })
    } catch (error) {
      if (left.signal.aborted) return
      setShown({ state: 'stopped', sentence: thrownMessage(error, "The ZIP couldn't be read.") })
    } finally {
      void queryClient.invalidateQueries({ queryKey: queryKeys.links })
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ui">
        Import a Framelight export to add its links, with comments and favorites, to this account. Comments you left on
        other people's galleries aren't imported.
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
          if (file) void importFile(file)
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
        {shown.sentence} Everything imported so far is kept. Choose the same ZIP again to continue.
      </Notice>
    )
  }
  if (shown.state === 'working') {
    return (
      <div className="grid w-full gap-2">
        <Progress label="Importing" value={shown.done} max={Math.max(1, shown.total)} />
        <p className="text-caption text-ink-3">
          {shown.total > 0 && `${shown.done} of ${count(shown.total, 'image')}. `}Keep this page open.
        </p>
      </div>
    )
  }
  const { links, images, skipped, madePrivate, incomplete, leftOut } = shown.imported
  return (
    <div role="status" className="grid w-full gap-3">
      <Notice tone="info">
        {count(links, 'link')} with {count(images, 'image')} {links === 1 ? 'is' : 'are'} now in this account.
      </Notice>
      {madePrivate.length > 0 && (
        <Notice tone="warn">
          These links are private until you change that, because their password or expiration date couldn't be imported:{' '}
          {madePrivate.join(', ')}.
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice tone="info">These aren't imported, so set them up again in this account: {leftOut.join(', ')}.</Notice>
      )}
      {incomplete.length > 0 && (
        <Notice tone="warn">
          These links had more comments and favorites than a link can hold, so only some were imported:{' '}
          {incomplete.join(', ')}.
        </Notice>
      )}
      {skipped.length > 0 && (
        <Notice tone="warn">
          <p>{count(skipped.length, 'image')} couldn't be imported:</p>
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

/** Warns before the page is closed, because that stops the import. */
function useLeaveWarning(isWorking: boolean) {
  useEffect(() => {
    if (!isWorking) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWorking])
}
