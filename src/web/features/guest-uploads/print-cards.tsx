import { Printer } from 'lucide-react'
import { useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { isOnThisComputer, onlyOnThisComputer, pageUrl } from '#web/lib/copy-link.ts'
import { formatDay } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrDrawing } from '#web/ui/qr-drawing.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { ShortUrl } from '#web/ui/short-url.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import './print-cards.css'

const papers = [
  { value: 'a4', label: 'A4' },
  { value: 'letter', label: 'Letter' },
] as const
type Paper = (typeof papers)[number]['value']

const formatsOf = (paper: Paper) =>
  [
    { value: 'four', label: paper === 'a4' ? '4 cards, A6' : '4 cards' },
    { value: 'one', label: paper === 'a4' ? '1 poster, A4' : '1 poster' },
  ] as const

const textMaxLength = 100
const longTitle = 40

export function PrintCards({ link }: { link: Link }) {
  const [format, setFormat] = useState<'four' | 'one'>('four')
  const [paper, setPaper] = useState<Paper>('a4')
  const [text, setText] = useState('Scan the code and add your photos. No app, no account.')
  const url = pageUrl(generatePath(pages.addPhotos, { slug: link.slug }), link.slug, link.shareUrl)
  const cards = format === 'four' ? ['1', '2', '3', '4'] : ['1']
  return (
    <div className="grid gap-x-12 gap-y-8 pb-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <section aria-label="What to print" className="grid gap-6 lg:sticky lg:top-22 lg:col-start-2 lg:row-start-1">
        <Segment label="Format" labelPlace="above" options={formatsOf(paper)} value={format} onChange={setFormat} />
        <Segment label="Paper" labelPlace="above" options={papers} value={paper} onChange={setPaper} />
        <TextArea
          label="Text"
          rows={2}
          autoComplete="off"
          maxLength={textMaxLength}
          count={{ used: text.length, max: textMaxLength }}
          hint="For this print only."
          value={text}
          onChange={({ target }) => setText(target.value.replace(/\n/g, ' '))}
        />
        <WhoCanAdd link={link} />
        {isOnThisComputer(url) && <Notice tone="warn">{onlyOnThisComputer}</Notice>}
        <Button kind="primary" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </section>
      <section aria-label="Preview" className="sheet-room">
        <div className={`print-sheet print-${format} print-${paper}`}>
          {cards.map((card) => (
            // The cards are the same, so one is enough for screen readers.
            <div key={card} className="print-card" aria-hidden={card !== '1'}>
              <p dir="auto" className={`print-title ${link.title.length > longTitle ? 'print-title-long' : ''}`}>
                {link.title}
              </p>
              <QrDrawing text={url} label="QR code for adding photos" className="print-code" />
              <p dir="auto" className="print-text">
                {text}
              </p>
              <p className="print-url">
                <ShortUrl url={url} />
              </p>
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

function WhoCanAdd({ link }: { link: Link }) {
  const { guestUploads = 'off', uploadsCloseAt, approveUploads } = link
  const audience = audienceOf(link)
  if (guestUploads === 'everyone' && audience !== 'private') {
    return (
      <p className="text-caption text-ink-3">
        Anyone who scans the code {audience === 'password' && 'and knows the password '}can add photos
        {uploadsCloseAt && ` until ${formatDay(uploadsCloseAt)}`}.{' '}
        {approveUploads && 'You approve them before they appear.'}
      </p>
    )
  }
  return (
    <Notice tone="warn">
      {audience === 'private' || guestUploads === 'invited'
        ? "Only people you invite can add photos. For others, the code doesn't work. "
        : "Guest uploads are off, so the code doesn't work. "}
      <RouterLink className="link" to={`${generatePath(pages.editLink, { linkId: link._id })}#uploads`}>
        Change it
      </RouterLink>
    </Notice>
  )
}
