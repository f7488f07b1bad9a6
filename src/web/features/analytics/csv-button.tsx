import { Download } from 'lucide-react'
import { useState } from 'react'
import { getAnalyticsFile } from '#shared/analytics.ts'
import { urlOf } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { fetchFile, saveFile } from '#web/lib/files.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'

export function CsvButton({ linkId }: { linkId: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
      const address = urlOf(getAnalyticsFile.url, { params: { id: linkId }, query: { days: 365, tz } })
      saveFile(await fetchFile(address), 'analytics.csv')
    } catch (error) {
      await notify('error', errorMessage(error, "Couldn't load analytics. Please try again."))
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
