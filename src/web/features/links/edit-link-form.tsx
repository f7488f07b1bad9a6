import { Zap } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { count, formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DeleteLink } from './delete-link-dialog.tsx'
import { GuestUploadFields } from './guest-upload-fields.tsx'
import { AudienceFields, DetailFields, TitleField, VisitorFields } from './link-fields.tsx'
import { changesTo, formParts, type LinkFormInput, summariesOf, toFieldError, valuesOf } from './link-form-values.ts'
import { partsStyle } from './link-page-layout.tsx'
import { LinkPart, PartsNav } from './link-part.tsx'
import { LinkSummary } from './link-summary.tsx'
import { SaveBar } from './save-bar.tsx'
import { useInvitedCount } from './use-active-invitations.ts'
import { useLinkChanges } from './use-link-changes.ts'
import { useLinkForm } from './use-link-form.ts'
import type { PlanOfFields } from './use-own-plan.ts'
import { WatermarkFields } from './watermark-fields.tsx'

/** Editors can only change how the link is described. */
const partsFor = (isEditor: boolean) => (isEditor ? formParts.slice(0, 1) : formParts)

const liveParts = [
  { id: 'invitations', title: 'Invitations' },
  { id: 'delete', title: 'Danger zone' },
]

type Props = {
  link: Link
  plan: PlanOfFields
  coverTools: (image: Image) => ReactNode
  liveWall: ReactNode
  invitations: (link: Link) => ReactNode
}

/** Everything but the invitations and Delete waits for Save. */
export function EditLinkForm({ link, plan, coverTools, liveWall, invitations }: Props) {
  const { update } = useLinkChanges()
  const form = useLinkForm({
    link,
    fallback: 'Failed to update link. Please try again.',
    fallbackForUnreadable: 'Failed to update link',
    submit: async (values) => {
      const change = changesTo(link, values)
      const saved = await update(link._id, change).catch(toFieldError(change.slug !== undefined))
      form.reset(valuesOf(saved))
      takeFocusFromBar()
      await notify('success', 'Changes saved')
    },
  })
  const isEditor = link.myRole === 'editor'
  const parts = partsFor(isEditor)
  const values = useWatch({ control: form.control }) as LinkFormInput
  const invitedCount = useInvitedCount(link)
  const summaries = summariesOf(values, link.hasPassword ?? false)
  const { errors, dirtyFields } = form.formState
  const changedParts = parts.filter(({ fields }) => fields.some((name) => dirtyFields[name]))

  const element = useRef<HTMLFormElement>(null)
  const bar = useRef<HTMLElement>(null)
  /** The bar disappears once there's nothing to save. */
  const takeFocusFromBar = () => {
    if (bar.current?.contains(document.activeElement)) element.current?.focus({ preventScroll: true })
  }

  // Some fields keep what was typed, so discarding recreates them.
  const [discards, setDiscards] = useState(0)
  const discard = () => {
    takeFocusFromBar()
    form.reset(valuesOf(link))
    setDiscards(discards + 1)
  }

  const fields = {
    details: (
      <>
        <TitleField form={form} />
        <DetailFields form={form} plan={plan} link={link} />
      </>
    ),
    access: <AudienceFields form={form} plan={plan} link={link} />,
    visitors: <VisitorFields form={form} />,
    watermark: <WatermarkFields form={form} link={link} />,
    uploads: <GuestUploadFields form={form} link={link} liveWall={liveWall} />,
  }

  return (
    <>
      <div className={`page pb-16 ${partsStyle}`}>
        <PartsNav
          parts={[
            ...parts.map((part) => ({ ...part, isChanged: changedParts.includes(part) })),
            ...(isEditor ? [] : liveParts),
          ]}
        />
        <div className="min-w-0">
          <form
            ref={element}
            id="edit-link"
            tabIndex={-1}
            aria-label="Link"
            onSubmit={form.onSubmit}
            noValidate
            className="outline-none"
          >
            {link.isExpired && link.expiresAt && !isEditor && (
              <Notice tone="warn">
                This link expired on {formatMinute(link.expiresAt)}. Pick a new date to reopen it.
              </Notice>
            )}
            {parts.map(({ id, title, fields: names }) => (
              <LinkPart
                key={`${id} ${discards}`}
                id={id}
                title={title}
                summary={summaries[id]}
                startsOpen={id === 'details'}
                hasError={names.some((name) => errors[name])}
                {...(id === 'access' && { alias: '#expiry' })}
              >
                {fields[id]}
              </LinkPart>
            ))}
          </form>
          {!isEditor && (
            <>
              <LinkPart
                id="invitations"
                title="Invitations"
                summary={invitedCount === 0 ? 'No one invited yet' : count(invitedCount, 'invitation')}
                note={
                  <span className="inline-flex items-center gap-1.5">
                    <Zap size={14} strokeWidth={1.75} aria-hidden="true" />
                    Takes effect right away
                  </span>
                }
              >
                {invitations(link)}
              </LinkPart>
              <LinkPart id="delete" title="Danger zone" summary="Delete this link">
                <DeleteLink link={link} />
              </LinkPart>
            </>
          )}
        </div>
        <LinkSummary link={link} coverTools={coverTools} />
      </div>
      <SaveBar ref={bar} form={form} parts={changedParts.map(({ title }) => title)} onDiscard={discard} />
      <LeaveWarning isNeeded={form.formState.isDirty} />
    </>
  )
}

const pathOf = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`

/** Returns the path if the click would open another page of this app. */
function destinationOf(event: MouseEvent) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!isPlain || !link || link.target || link.hasAttribute('download')) return undefined
  const to = new URL(link.href)
  return to.origin === window.location.origin && to.pathname !== window.location.pathname ? pathOf(to) : undefined
}

/** Asks for confirmation if following a link or closing the page would lose unsaved changes. */
function LeaveWarning({ isNeeded }: { isNeeded: boolean }) {
  const navigate = useNavigate()
  const [destination, setDestination] = useState<string>()

  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: MouseEvent) => {
      const to = destinationOf(event)
      if (to === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setDestination(to)
    }
    const askOnClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    // Use the capture phase, to run before the router.
    window.addEventListener('click', ask, true)
    window.addEventListener('beforeunload', askOnClosing)
    return () => {
      window.removeEventListener('click', ask, true)
      window.removeEventListener('beforeunload', askOnClosing)
    }
  }, [isNeeded])

  if (destination === undefined) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      verb="Leave"
      busyVerb="Leaving"
      onConfirm={async () => navigate(destination)}
      onClose={() => setDestination(undefined)}
    >
      <p>You have unsaved changes.</p>
    </ConfirmDialog>
  )
}
