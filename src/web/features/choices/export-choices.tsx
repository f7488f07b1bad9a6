import { Copy, Download, Table } from 'lucide-react'
import { useState } from 'react'
import { getChoicesCsv, getChoicesNames } from '#shared/choices.ts'
import type { Link } from '#shared/links.ts'
import { allChoices, getDownloadUrl } from '#shared/media.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { fetchFile, saveFile } from '#web/lib/files.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { type ChosenImage, searchText, type Whose } from './chosen-images.ts'

type Props = {
  link: Link
  images: readonly ChosenImage[]
  /** True if some people aren't loaded yet. In that case, only the server has all file names. */
  isPart: boolean
  whose: Whose
}

export async function copyFileNames(images: readonly ChosenImage[]) {
  if (await copyText(searchText(images))) await notify('success', `${count(images.length, 'file name')} copied`)
}

export function ExportChoices({ link, images, isPart, whose }: Props) {
  const [busy, setBusy] = useState<'names' | 'csv' | 'zip'>()
  const params = { id: link._id }
  const one = whose === 'everyone' || whose === 'agree' ? undefined : whose
  const work = async (what: 'names' | 'csv' | 'zip', run: () => Promise<void>) => {
    setBusy(what)
    await run().catch((error) => notify('error', errorMessage(error, "Couldn't create the file. Please try again.")))
    setBusy(undefined)
  }
  const copyNames = async () => {
    if (one !== undefined || !isPart) return copyFileNames(images)
    const file = await fetchFile(urlOf(getChoicesNames.url, { params }))
    if (await copyText(await file.text())) await notify('success', 'Everyone’s file names copied')
  }
  const saveCsv = async () => {
    const address = urlOf(getChoicesCsv.url, { params, query: { choice: one } })
    saveFile(await fetchFile(address), 'choices.csv')
  }
  const saveZip = async () => {
    const agreed = { images: images.map(({ image }) => image._id).join(',') }
    const query = whose === 'agree' ? agreed : { choice: one ?? allChoices }
    window.location.assign((await call(getDownloadUrl, { params, query })).data.url)
  }
  return (
    <div className="flex flex-wrap gap-3 *:flex-auto max-sm:w-full sm:*:flex-none">
      <Button icon={Copy} busy={busy === 'names' && 'Copying'} onClick={() => work('names', copyNames)}>
        Copy file names
      </Button>
      {whose !== 'agree' && (
        <Button icon={Table} busy={busy === 'csv' && 'Preparing'} onClick={() => work('csv', saveCsv)}>
          Download CSV
        </Button>
      )}
      <Button kind="primary" icon={Download} busy={busy === 'zip' && 'Preparing'} onClick={() => work('zip', saveZip)}>
        Download ZIP
      </Button>
    </div>
  )
}
