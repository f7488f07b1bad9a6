import { Check, ChevronDown, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = { summary: string /** Settings for the `.env` file. */; lines: string[]; children: ReactNode }

/** Explains how to set something up, with lines to copy into the settings of the server. */
export const HowTo = ({ summary, lines, children }: Props) => (
  <details className="group -mb-2 max-w-176">
    <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 text-accent text-ui [&::-webkit-details-marker]:hidden">
      {summary}
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="group-open:rotate-180" />
    </summary>
    <div className="grid gap-3 pb-2 text-ink-2 text-ui">
      <div>{children}</div>
      <Lines lines={lines} />
    </div>
  </details>
)

/** Commands or settings to copy. */
export function Lines({ lines }: Pick<Props, 'lines'>) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div
      className="relative max-w-176 rounded-control border border-line bg-sunken py-3 pr-14 pl-4 text-ink text-ui"
      dir="ltr"
    >
      {lines.map((line) => (
        <code key={line} className="wrap-anywhere block">
          {line}
        </code>
      ))}
      <IconButton
        className="absolute top-0.5 right-0.5"
        icon={isCopied ? Check : Copy}
        label={isCopied ? 'Copied' : 'Copy'}
        onClick={async () => setIsCopied(await copyText(lines.join('\n')))}
      />
    </div>
  )
}

export const EmailHowTo = () => (
  <HowTo
    summary="How to set it up"
    lines={['SMTP_URL=smtps://user:app-password@smtp.example.org', 'MAIL_FROM=photos@example.org']}
  >
    <p>Add these two lines to the server's settings file (.env) with your email provider's details, then restart.</p>
    <p className="text-caption text-ink-3">
      Gmail, Fastmail and iCloud need an app password. Ask your provider for the server name.
    </p>
  </HowTo>
)

export const BackupHowTo = () => (
  <HowTo summary="How to turn on daily backups" lines={['BACKUP_DAILY=/mnt/backup/framelight']}>
    Add this line to the server's settings file (.env), with a folder on another disk, then restart.
  </HowTo>
)
