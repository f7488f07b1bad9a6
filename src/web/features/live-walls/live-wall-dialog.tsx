import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { getLiveWall, type LiveWall, type LiveWallChange, updateLiveWall } from '#shared/live-wall.ts'
import { call } from '#web/lib/api.ts'
import { copyText } from '#web/lib/copy-link.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'

const orders: { value: LiveWall['order']; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'gallery', label: 'As in the gallery' },
  { value: 'shuffle', label: 'Shuffle' },
]

const durations = [3, 5, 8, 10, 15, 20, 30, 60]

type Props = { linkId: string; onClose: () => void }

/** Changes take effect right away. */
export function LiveWallDialog({ linkId, onClose }: Props) {
  const client = useQueryClient()
  const queryKey = ['live-wall', linkId]
  const {
    data: wall,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async () => (await call(getLiveWall, { params: { id: linkId } })).data,
  })
  const [failure, setFailure] = useState('')
  const change = async (body: LiveWallChange) => {
    setFailure('')
    try {
      const { data } = await call(updateLiveWall, { params: { id: linkId }, body })
      client.setQueryData(queryKey, data)
    } catch (error) {
      setFailure(errorMessage(error, "The live wall couldn't be changed. Please try again."))
    }
  }
  return (
    <Dialog title="Live wall" onClose={onClose}>
      {wall ? (
        <Settings wall={wall} onChange={(body) => void change(body)} />
      ) : error ? (
        <Failure
          sentence={errorMessage(error, "Couldn't load the live wall. Please try again.")}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading the live wall">
          <Skeleton className="h-60" />
        </Loading>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
        {wall?.url && (
          <a className={buttonStyle.primary} href={wall.url} target="_blank" rel="noreferrer">
            <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />
            Open live wall
          </a>
        )}
      </DialogButtons>
    </Dialog>
  )
}

function Settings({ wall, onChange }: { wall: LiveWall; onChange: (change: LiveWallChange) => void }) {
  const { isOn, url, seconds, order, showQrCode, showNames } = wall
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <p className="text-ink-2">
        Open its link on the projector's computer. New images show up within seconds. Anyone who has the link can watch.
      </p>
      {url && (
        <CopyField
          label="Live wall link"
          url={url}
          copyLabel="Copy"
          isCopied={isCopied}
          status={isCopied ? 'Link copied' : undefined}
          onCopy={async () => setIsCopied(await copyText(url))}
        />
      )}
      <div>
        <Switch
          label="On"
          hint="Turning it off and on again creates a new link."
          checked={isOn}
          onChange={({ target }) => onChange({ isOn: target.checked })}
        />
        <Switch
          label="Show the QR code"
          hint="If everyone who can open the link can add images."
          checked={showQrCode}
          onChange={({ target }) => onChange({ showQrCode: target.checked })}
        />
        <Switch
          label="Show who added each image"
          checked={showNames}
          onChange={({ target }) => onChange({ showNames: target.checked })}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Order">
          {({ id }) => (
            <Select
              id={id}
              label="Order"
              options={orders}
              value={order}
              onChange={({ target }) => onChange({ order: target.value as LiveWall['order'] })}
            />
          )}
        </Field>
        <Field label="Seconds each">
          {({ id }) => (
            <Select
              id={id}
              label="Seconds each"
              options={[...new Set([...durations, seconds])]
                .toSorted((a, b) => a - b)
                .map((value) => ({ value: String(value), label: String(value) }))}
              value={String(seconds)}
              onChange={({ target }) => onChange({ seconds: Number(target.value) })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
