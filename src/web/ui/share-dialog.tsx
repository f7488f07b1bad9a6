import { Copy } from 'lucide-react'
import { notify } from '#web/lib/notify.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

type Props = { title: string; url: string; onClose: () => void }

export function ShareDialog({ title, url, onClose }: Props) {
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    onClose()
    await notify('success', 'Link copied to clipboard!')
  }
  return (
    <Dialog title={`Share ‘${title}’`} onClose={onClose}>
      <TextField label="Address" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button kind="primary" icon={Copy} onClick={copy}>
        Copy link
      </Button>
    </Dialog>
  )
}
