import { Check, Copy } from 'lucide-react'
import { Fragment, useState } from 'react'
import { copyText } from '#web/lib/copy-link.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Setting } from '#web/ui/setting.tsx'

const examples = [
  { comment: 'Upload a folder to a new link', command: 'framelight upload ~/Pictures/Wedding --new "Anna & Tom"' },
  { comment: 'Send whatever Lightroom exports into a folder', command: 'framelight watch ~/Exports --link LINK_ID' },
  { comment: 'Download a gallery in original size', command: 'framelight download LINK_ID ~/Backup' },
]

export function ConnectAppSetting() {
  const login = `framelight login --server ${window.location.origin}`
  return (
    <Setting title="Connect an app" sentence="Framelight has a command line client. It needs Node 20 or newer.">
      <div className="grid gap-5">
        <div className="grid gap-3">
          <h3 className="font-medium text-ui">1. Log in with a key</h3>
          <Snippet label="Copy the login command" text={login}>
            <Command>{login}</Command>
          </Snippet>
          <p className="text-caption text-ink-3">
            Paste your key when it asks. It never shows up in your shell history.
          </p>
        </div>
        <div className="grid gap-3">
          <h3 className="font-medium text-ui">2. Upload, watch or download</h3>
          <Snippet label="Copy the examples" text={examples.map(({ command }) => command).join('\n')}>
            {examples.map(({ comment, command }) => (
              <div key={command} className="not-first:mt-2">
                <code className="block text-ink-3"># {comment}</code>
                <Command>{command}</Command>
              </div>
            ))}
          </Snippet>
        </div>
        <p className="text-ink-2 text-ui">
          To call the API yourself, read the{' '}
          <a className="link" href="/api/docs/">
            API reference
          </a>
          .
        </p>
      </div>
    </Setting>
  )
}

/** Lines break between words, never after the hyphens of an option or in quotes, and continue indented. */
const Command = ({ children }: { children: string }) => (
  <code className="block pl-5 -indent-5">
    {children.match(/"[^"]*"|\S+/g)?.map((word) => (
      <Fragment key={word}>
        <span className="inline-block indent-0">{word}</span>{' '}
      </Fragment>
    ))}
  </code>
)

function Snippet({ label, text, children }: { label: string; text: string; children: React.ReactNode }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="relative rounded-control bg-sunken py-3.5 pr-14 pl-4 shadow-[inset_0_0_0_1px_var(--color-line)]">
      <div dir="ltr" className="wrap-anywhere text-ui leading-7">
        {children}
      </div>
      <IconButton
        className="absolute top-1 right-1"
        icon={isCopied ? Check : Copy}
        label={label}
        onClick={async () => setIsCopied(await copyText(text))}
      />
      <p role="status" className="sr-only">
        {isCopied && 'Copied'}
      </p>
    </div>
  )
}
