import { useEffect, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LinkFields } from './link-fields.tsx'
import { changesTo, toFieldError, valuesOf } from './link-form-values.ts'
import { useLinkChanges } from './use-link-changes.ts'
import { useLinkForm } from './use-link-form.ts'
import type { OwnPlan } from './use-own-plan.ts'

export function EditLinkForm({ link, plan }: { link: Link; plan: OwnPlan }) {
  const { update } = useLinkChanges()
  const form = useLinkForm({
    link,
    fallback: 'Failed to update link. Please try again.',
    fallbackForUnreadable: 'Failed to update link',
    submit: async (values) => {
      const change = changesTo(link, values)
      const saved = await update(link._id, change).catch(toFieldError(change.slug !== undefined))
      form.reset(valuesOf(saved))
      await notify('success', 'Changes saved')
    },
  })

  return (
    <form onSubmit={form.onSubmit} noValidate className="grid gap-8">
      {link.isExpired && link.expiresAt && (
        <Notice tone="warn">This link expired on {formatMinute(link.expiresAt)}. Pick a new date to reopen it.</Notice>
      )}
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
      <LinkFields form={form} plan={plan} link={link} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind={form.formState.isDirty ? 'primary' : 'plain'} busy={form.isSubmitting && 'Saving'}>
          Save changes
        </Button>
        <RouterLink to={pages.dashboard} className={buttonStyle.ghost}>
          Cancel
        </RouterLink>
      </div>
      <LeaveWarning isNeeded={form.formState.isDirty} />
    </form>
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
