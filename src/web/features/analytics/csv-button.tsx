import { Download } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { notify } from '#web/lib/notify.ts'
import { saveAnswer } from '#web/lib/save-answer.ts'
import { Button } from '#web/ui/button.tsx'

/** A year of figures for a spreadsheet. */
export function CsvButton({ linkId }: { linkId: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const tz = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
      await saveAnswer(`/api/links/${linkId}/analytics.csv?days=365&tz=${tz}`, 'analytics.csv')
    } catch (error) {
      await notify('error', error instanceof ApiError ? error.message : 'The file could not be fetched. Try again.')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={Download} busy={isBusy && 'Preparing'} onClick={save}>
      Download CSV
    </Button>
  )
}
