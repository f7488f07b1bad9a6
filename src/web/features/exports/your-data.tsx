import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, Download, Mail } from 'lucide-react'
import { startExport } from '#shared/exports.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useCanEmail } from '#web/lib/use-can-email.ts'
import { useTrashDays } from '#web/lib/use-trash-days.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ImportData } from './import-data.tsx'

export const YourData = ({ email }: { email: string }) => (
  <div className="grid gap-8">
    <ExportData email={email} />
    <ImportData />
  </div>
)

function ExportData({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const canEmail = useCanEmail()
  const hasTrash = useTrashDays() > 0
  const { data: last } = useQuery(ownerQueries.accountExport)
  const { mutate: start, isPending } = useMutation({
    mutationFn: async () => (await call(startExport)).data,
    onSuccess: (made) => queryClient.setQueryData(queryKeys.accountExport, made),
    onError: (error) => notify('error', errorMessage(error, "Couldn't start your export. Try again.")),
  })
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ui">
        Get your originals, titles, comments, favorites, invitations and settings in one ZIP.{' '}
        {canEmail && "We'll email you a download link that works for seven days."}{' '}
        {hasTrash && "What's in the trash isn't exported."}
      </p>
      {!canEmail && last?.url && (
        <div role="status" className="grid justify-items-start gap-2">
          <a className={buttonStyle.plain} href={last.url}>
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            Download ZIP
          </a>
          <p className="text-caption text-ink-3">This link works until {formatMinute(last.expiresAt)}.</p>
        </div>
      )}
      {!canEmail && !last?.url && (
        <Button icon={Archive} busy={isPending && 'Preparing'} onClick={() => start()}>
          Prepare download
        </Button>
      )}
      {canEmail && last && (
        <div role="status" className="w-full">
          <Notice tone="info" icon={Mail}>
            <span className="wrap-anywhere">
              We've emailed a download link to {email}. It works until {formatMinute(last.expiresAt)}.
            </span>
          </Notice>
        </div>
      )}
      {canEmail && (
        <Button icon={Mail} busy={isPending && 'Requesting'} onClick={() => start()}>
          {last ? 'Email me another link' : 'Email me my data'}
        </Button>
      )}
    </div>
  )
}
