import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { linkUrl } from '#web/lib/copy-link.ts'
import { tryShareSheet } from '#web/lib/share.ts'
import { type NextStep, nextStepOf } from './next-step.ts'

const ShareDialog = lazy(async () => ({ default: (await import('#web/ui/share-dialog.tsx')).ShareDialog }))

const lineStyle =
  'grid min-h-11 w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 rounded-control px-3 py-1.5 text-left font-medium text-ui transition-colors'
const tones = { usual: 'bg-sunken hover:bg-hover', warning: 'bg-warn-soft text-warn hover:underline' }

const Content = ({ step: { sentence, icon: Icon, isWarning } }: { step: NextStep }) => (
  <>
    <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={isWarning ? '' : 'text-ink-3'} />
    <span>{sentence}</span>
    <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={isWarning ? '' : 'text-ink-3'} />
  </>
)

/** Renders an empty row if there's nothing to do, to keep cards aligned. */
export function NextStepLine({ link, newComments }: { link: Link; newComments: number }) {
  const [isSharing, setIsSharing] = useState(false)
  const step = nextStepOf({ ...link, newComments })
  if (!step) return <div />
  const { title, slug } = link
  const label = `${step.sentence}: ${title}`
  const style = `${lineStyle} ${tones[step.isWarning ? 'warning' : 'usual']}`
  if (step.to) {
    return (
      <RouterLink to={step.to} aria-label={label} className={style}>
        <Content step={step} />
      </RouterLink>
    )
  }
  const shared = { title, link, url: linkUrl(slug) }
  const share = async () => {
    if (!(await tryShareSheet(shared))) setIsSharing(true)
  }
  return (
    <div>
      <button type="button" aria-haspopup="dialog" aria-label={label} className={style} onClick={() => void share()}>
        <Content step={step} />
      </button>
      {isSharing && (
        <Suspense>
          <ShareDialog {...shared} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </div>
  )
}
