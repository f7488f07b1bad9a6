import { Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { formatMinute } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Notice } from '#web/ui/notice.tsx'
import { LeaveWarning } from './leave-warning.tsx'
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
