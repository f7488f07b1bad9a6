import { ImagePlus, LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Link } from '#shared/links.ts'
import { readStored, store } from '#web/lib/storage.ts'
import { type ButtonKind, buttonStyle } from '#web/ui/button-style.ts'
import { Time } from '#web/ui/time.tsx'
import { maxAgeMs } from '../upload/kept-uploads.ts'

type Props = {
  link: Link
  isOwner: boolean
  isDraggedOver: boolean
  onChoose: (files: File[]) => void
  /** The time to load what comes next. */
  onPress: () => void
}

export function ChoosePhotos({ link, isOwner, isDraggedOver, onChoose, onPress }: Props) {
  const [isPreparing, setIsPreparing] = useState(false)
  return (
    <div
      className={`choose-photos ${isDraggedOver ? 'choose-photos-over' : ''} ${isPreparing ? 'choose-photos-busy' : ''}`}
    >
      {isPreparing && (
        <div role="status" className="grid justify-items-center gap-3">
          <LoaderCircle size={28} strokeWidth={1.75} aria-hidden="true" className="animate-spin text-ink-3" />
          <p className="text-subhead">
            <span className="pointer-coarse:hidden max-sm:hidden">Your photos are being prepared</span>
            <span className="hidden pointer-coarse:inline max-sm:inline">Your phone is preparing your photos</span>
          </p>
          <p className="text-caption text-ink-3">This can take a minute for a large selection. Keep this page open.</p>
        </div>
      )}
      <PhotoPicker
        kind={isPreparing ? 'ghost' : 'primaryBig'}
        icon={isPreparing ? undefined : ImagePlus}
        onChoose={onChoose}
        onBusy={(isBusy) => {
          setIsPreparing(isBusy)
          if (isBusy) onPress()
        }}
      >
        {isPreparing ? 'Choose again' : 'Choose photos'}
      </PhotoPicker>
      {!isPreparing && (
        <p className="max-w-96 text-balance text-caption text-ink-3">
          <span className="pointer-coarse:hidden max-sm:hidden">Or drop them here. </span>
          <AddingHint link={link} isOwner={isOwner} />
        </p>
      )}
      <UnsentNotice slug={link.slug} />
    </div>
  )
}

function AddingHint({ link, isOwner }: { link: Link; isOwner: boolean }) {
  if (isOwner) return <>You're adding photos as the owner, so they appear right away.</>
  const { needsApproval = true, closesAt } = link.adding ?? {}
  return (
    <>
      No account needed. {needsApproval && <ApprovalHint link={link} />}
      {closesAt && (
        <>
          {' '}
          You can add photos until <Time at={closesAt} as="expiry" />.
        </>
      )}
    </>
  )
}

export const ApprovalHint = ({ link: { owner } }: { link: Link }) => (
  <>{owner.name ? <bdi>{owner.name}</bdi> : 'The owner'} approves photos before they appear.</>
)

const unsentKey = (slug: string) => `unsent ${slug}`

/** Call this if photos are being sent that a reload would lose. */
export const noteUnsent = (slug: string, isUnsent: boolean) =>
  store(unsentKey(slug), isUnsent ? new Date().toISOString() : null)

function UnsentNotice({ slug }: { slug: string }) {
  const [isUnsent, setIsUnsent] = useState(false)
  useEffect(() => {
    const since = readStored(unsentKey(slug))
    if (since !== null && Date.now() - Date.parse(since) < maxAgeMs) setIsUnsent(true)
    else store(unsentKey(slug), null)
  }, [slug])
  if (!isUnsent) return null
  return (
    <p role="status" className="max-w-96 text-balance text-ui text-warn">
      Choose the same photos again, the ones that arrived are skipped.
    </p>
  )
}

type PickerProps = {
  kind: ButtonKind
  icon?: LucideIcon | undefined
  className?: string
  label?: string
  onChoose: (files: File[]) => void
  /** Phones can take a while until they hand over the photos. */
  onBusy?: (isBusy: boolean) => void
  children: ReactNode
}

/** A button that opens the file picker, even before the page is hydrated. */
export function PhotoPicker({ kind, icon: Icon, className = '', label, onChoose, onBusy, children }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = () => {
    const files = [...(input.current?.files ?? [])]
    onBusy?.(false)
    // Reset the input, or choosing the same file again wouldn't fire a change event.
    if (input.current) input.current.value = ''
    if (files.length > 0) onChoose(files)
  }
  const onStart = useEffectEvent(take)
  const onCancel = useEffectEvent(() => onBusy?.(false))
  useEffect(() => {
    const element = input.current
    onStart()
    // React doesn't support this event on inputs.
    const cancel = () => onCancel()
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [])
  return (
    <label className={`${buttonStyle[kind]} photo-picker ${className}`}>
      {Icon && <Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
      {children}
      <input
        ref={input}
        type="file"
        multiple
        accept="image/*,.heic,.heif"
        aria-label={label}
        className="sr-only"
        onClick={() => onBusy?.(true)}
        onChange={take}
      />
    </label>
  )
}
